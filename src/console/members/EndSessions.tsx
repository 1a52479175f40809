import { call } from "#console/api/call.ts";
import { ActButton } from "#console/parts/ActButton.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { endMemberSession, endMemberSessions } from "#contract/staff/memberActions.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { useMemberAction } from "./useMemberAction.ts";

/** Ends one session; that browser is logged out at once. */
export function EndSession({ memberGuid, sessionId }: { memberGuid: string; sessionId: string }) {
  const { access: texts } = useTexts("members");
  return (
    <ActButton
      small
      act={() => call(endMemberSession, { params: { memberGuid, sessionId } })}
      done={({ result }) => texts.endedToast(result.ended)}
      pendingLabel={texts.ending}
    >
      {texts.endOne}
    </ActButton>
  );
}

/** Ends every session of the member, once confirmed. */
export function EndAllSessions({ memberGuid }: { memberGuid: string }) {
  const { access: texts } = useTexts("members");
  const common = useTexts("common");
  const [isOpen, setIsOpen] = useState(false);
  const { run, isPending, failure } = useMemberAction(endMemberSessions, memberGuid);
  const end = async () => {
    const answer = await run({ params: { memberGuid } });
    if (answer === undefined) return;
    setIsOpen(false);
    showToast({ kind: "ok", text: texts.endedToast(answer.result.ended) });
  };
  return (
    <>
      <Button small onClick={() => setIsOpen(true)}>
        {texts.endAll}
      </Button>
      {isOpen && (
        <Dialog title={texts.endTitle} onClose={() => setIsOpen(false)}>
          <p>{texts.endBody}</p>
          {failure && (
            <Notice kind="bad" role="alert">
              {failureText(failure)}
            </Notice>
          )}
          <div className="btnrow">
            <Button
              look="danger"
              pending={isPending}
              pendingLabel={texts.ending}
              onClick={() => void end()}
            >
              {texts.endAll}
            </Button>
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
