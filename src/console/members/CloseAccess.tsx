import { call } from "#console/api/call.ts";
import { useTexts } from "#console/texts/texts.ts";
import { closeMemberAccess } from "#contract/staff/memberActions.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { Moment } from "./Moment.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";

/** Closes the member's online access at once, with a reason; opening it again is asked for. */
export function CloseAccess({ file }: { file: MemberFile }) {
  const { closing: texts } = useTexts("members");
  const { memberGuid } = file;
  const [isOpen, setIsOpen] = useState(false);
  if (!file.may.closeAccess) return null;
  const send = async (reason: string) => {
    const answer = await call(closeMemberAccess, { params: { memberGuid }, body: { reason } });
    if (!answer.status) return answer;
    showToast({ kind: "ok", text: texts.done });
    return undefined;
  };
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        {texts.action}
      </Button>
      {isOpen && (
        <ReasonDialog
          memberGuid={memberGuid}
          title={texts.title}
          body={texts.body}
          reason={texts.reason}
          action={texts.action}
          pending={texts.pending}
          look="danger"
          send={send}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** That staff closed the access, who did and why: on every part of the file. */
export function ClosedNotice({ file }: { file: MemberFile }) {
  const { closing: texts } = useTexts("members");
  if (file.accessClosedFor !== "staff") return null;
  const { accessClosed: closed } = file;
  return (
    <Notice kind="warn">
      <strong>{texts.isClosed}</strong>
      <br />
      {closed !== null && (
        <>
          <Moment at={closed.at} /> · {closed.by} · {closed.reason}
          <br />
        </>
      )}
      {texts.howToOpen}
    </Notice>
  );
}
