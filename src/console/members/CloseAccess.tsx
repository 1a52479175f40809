import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { closeMemberAccess } from "#contract/staff/memberActions.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { type SubmitEvent, useState } from "react";
import { Moment } from "./Moment.tsx";
import { useDeed } from "./useDeed.ts";

/** Closes the member's online access at once, with a reason; opening it again is asked for. */
export function CloseAccess({ file }: { file: MemberFile }) {
  const { closing: texts } = useTexts("members");
  const { memberGuid } = file;
  const [isOpen, setIsOpen] = useState(false);
  const { run, isPending, failure } = useDeed(closeMemberAccess, memberGuid);
  if (!file.may.closeAccess) return null;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = new FormData(event.currentTarget).get("reason");
    const body = { reason: typeof reason === "string" ? reason : "" };
    const answer = await run({ params: { memberGuid }, body });
    if (answer === undefined) return;
    setIsOpen(false);
    showToast({ kind: "ok", text: texts.done });
  };
  const fieldError = failure?.errors.find(({ param }) => param === "reason")?.msg;
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        {texts.action}
      </Button>
      {isOpen && (
        <Dialog title={texts.title} onClose={() => setIsOpen(false)}>
          <form onSubmit={(event) => void submit(event)} noValidate>
            <p>{texts.body}</p>
            {failure && fieldError === undefined && (
              <Notice kind="bad" role="alert">
                {failureText(failure)}
              </Notice>
            )}
            <TextField
              label={texts.reason}
              name="reason"
              maxLength={200}
              error={fieldError}
              autoComplete="off"
            />
            <Button
              type="submit"
              look="danger"
              block
              pending={isPending}
              pendingLabel={texts.pending}
            >
              {texts.action}
            </Button>
          </form>
        </Dialog>
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
