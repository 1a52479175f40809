import { useTexts } from "#console/texts/texts.ts";
import { unsuspendMemberCard } from "#contract/staff/cardDesk.ts";
import { Button } from "#ui/Button.tsx";
import { Checkbox } from "#ui/Checkbox.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { SentForm } from "#console/layout/SentForm.tsx";
import { useSending } from "#console/layout/useSending.ts";
import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { useState } from "react";
import { memberKey } from "./memberReads.ts";

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
  const common = useTexts("common");
  const sending = useSending(["reason", "isIdentityChecked"]);
  const { errors, isPending, submit } = sending;
  const send = () =>
    submit(async (field) => {
      // Nothing else gets past the required fields.
      const body = { reason: field("reason"), isIdentityChecked: true as const };
      const answer = await call(unsuspendMemberCard, { params: { memberGuid }, body });
      void queryClient.invalidateQueries({ queryKey: memberKey(memberGuid) });
      if (!answer.status) return answer;
      const { isConfirmed } = answer.result;
      showToast({
        kind: isConfirmed ? "ok" : "bad",
        text: isConfirmed ? texts.unsuspended : texts.notConfirmed,
      });
      onClose();
      return undefined;
    });
  return (
    <Dialog title={texts.unsuspend} onClose={onClose}>
      <SentForm
        sending={sending}
        label={texts.unsuspend}
        onSend={send}
        note={<p>{texts.unsuspendBody}</p>}
      >
        <TextField
          label={texts.reason}
          name="reason"
          maxLength={200}
          autoComplete="off"
          error={errors["reason"]}
        />
        <Checkbox
          id="unsuspend-identity"
          name="isIdentityChecked"
          error={errors["isIdentityChecked"]}
        >
          {texts.identityChecked}
        </Checkbox>
        <div className="btnrow">
          <Button
            type="submit"
            look="primary"
            pending={isPending}
            pendingLabel={texts.unsuspending}
          >
            {texts.unsuspend}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </SentForm>
    </Dialog>
  );
}
