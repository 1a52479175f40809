import { call } from "#console/api/call.ts";
import { useTexts } from "#console/texts/texts.ts";
import { unsuspendMemberCard } from "#contract/staff/cardDesk.ts";
import { Button } from "#ui/Button.tsx";
import { Checkbox } from "#ui/Checkbox.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { ReasonDialog } from "./ReasonDialog.tsx";

/** Ends a suspension after three wrong PINs before its 24 hours are over. */
export function UnsuspendCard({ memberGuid }: { memberGuid: string }) {
  const texts = useTexts("cards");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.unsuspend}</Button>
      {isOpen && <UnsuspendDialog memberGuid={memberGuid} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function UnsuspendDialog({ memberGuid, onClose }: { memberGuid: string; onClose: () => void }) {
  const texts = useTexts("cards");
  const send = async (reason: string) => {
    // Nothing else gets past the required fields.
    const body = { reason, isIdentityChecked: true as const };
    const answer = await call(unsuspendMemberCard, { params: { memberGuid }, body });
    if (!answer.status) return answer;
    const { isConfirmed } = answer.result;
    showToast({
      kind: isConfirmed ? "ok" : "bad",
      text: isConfirmed ? texts.unsuspended : texts.notConfirmed,
    });
    return undefined;
  };
  return (
    <ReasonDialog
      memberGuid={memberGuid}
      title={texts.unsuspend}
      body={texts.unsuspendBody}
      reason={texts.reason}
      action={texts.unsuspend}
      pending={texts.unsuspending}
      look="primary"
      required={["isIdentityChecked"]}
      send={send}
      onClose={onClose}
    >
      {(errors) => (
        <Checkbox
          id="unsuspend-identity"
          name="isIdentityChecked"
          error={errors["isIdentityChecked"]}
        >
          {texts.identityChecked}
        </Checkbox>
      )}
    </ReasonDialog>
  );
}
