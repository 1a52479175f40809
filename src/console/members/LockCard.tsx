import { call } from "#console/api/call.ts";
import { useTexts } from "#console/texts/texts.ts";
import { lockMemberCard } from "#contract/staff/memberActions.ts";
import { Button } from "#ui/Button.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { ReasonDialog } from "./ReasonDialog.tsx";

/** Locks the card at once, with a reason. */
export function LockCard({ memberGuid }: { memberGuid: string }) {
  const { card: texts } = useTexts("members");
  const [isOpen, setIsOpen] = useState(false);
  const send = async (reason: string) => {
    const answer = await call(lockMemberCard, { params: { memberGuid }, body: { reason } });
    if (!answer.status) return answer;
    showToast(
      answer.result.isConfirmed
        ? { kind: "ok", text: texts.locked }
        : { kind: "bad", text: texts.lockUnconfirmed },
    );
    return undefined;
  };
  return (
    <div>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        {texts.lock}
      </Button>
      {isOpen && (
        <ReasonDialog
          memberGuid={memberGuid}
          title={texts.lockTitle}
          body={texts.lockBody}
          reason={texts.reason}
          action={texts.lock}
          pending={texts.locking}
          look="danger"
          send={send}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
