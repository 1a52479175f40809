import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { lockMemberCard } from "#contract/staff/memberActions.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { type SubmitEvent, useState } from "react";
import { useDeed } from "./useDeed.ts";

/** Locks the card at once, with a reason. */
export function LockCard({ memberGuid }: { memberGuid: string }) {
  const { card: texts } = useTexts("members");
  const [isOpen, setIsOpen] = useState(false);
  const { run, isPending, failure } = useDeed(lockMemberCard, memberGuid);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = new FormData(event.currentTarget).get("reason");
    const body = { reason: typeof reason === "string" ? reason : "" };
    const answer = await run({ params: { memberGuid }, body });
    if (answer === undefined) return;
    setIsOpen(false);
    showToast(
      answer.result.isConfirmed
        ? { kind: "ok", text: texts.locked }
        : { kind: "bad", text: texts.lockUnconfirmed },
    );
  };
  const fieldError = failure?.errors.find(({ param }) => param === "reason")?.msg;
  return (
    <div>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        {texts.lock}
      </Button>
      {isOpen && (
        <Dialog title={texts.lockTitle} onClose={() => setIsOpen(false)}>
          <form onSubmit={(event) => void submit(event)} noValidate>
            <p>{texts.lockBody}</p>
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
              pendingLabel={texts.locking}
            >
              {texts.lock}
            </Button>
          </form>
        </Dialog>
      )}
    </div>
  );
}
