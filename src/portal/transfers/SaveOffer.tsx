import { NICKNAME_MAX, type Recipient, saveRecipient } from "#contract/recipients.ts";
import type { TransferDetails } from "#contract/transfers.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { recipientsRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { fieldErrorText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Panel } from "#ui/Panel.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { payeeOf } from "./receiptRows.ts";

/** Offers to keep the payee, where they are not kept yet and the money did not come back. */
export function SaveOffer({ details }: { details: TransferDetails }) {
  const { data } = useQuery(recipientsRead(useGuid()));
  const isOffered =
    details.kind !== "own" &&
    details.state !== "returned" &&
    data !== undefined &&
    !data.some((recipient) => isPayee(recipient, details));
  return isOffered ? <Offer details={details} /> : null;
}

const isPayee = (recipient: Recipient, { kind, accountNumber, destinationBank }: TransferDetails) =>
  recipient.accountNumber === accountNumber &&
  (kind === "card"
    ? recipient.kind === "card"
    : recipient.kind !== "card" && recipient.bankName === destinationBank);

function Offer({ details }: { details: TransferDetails }) {
  const texts = useTexts("recipients");
  const { name } = payeeOf(details, { transfer: useTexts("transfer") });
  const guid = useGuid();
  const [nickname, setNickname] = useState("");
  const [error, setError] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  async function save() {
    setIsPending(true);
    const answer = await call(saveRecipient, {
      params: { guid },
      body: { refNo: details.refNo, nickname },
    });
    setIsPending(false);
    if (answer.status) {
      showToast({ kind: "ok", text: texts.saved });
      await queryClient.invalidateQueries({ queryKey: ["recipients"] });
      return;
    }
    const said = answer.errors.find(({ param }) => param === "nickname")?.msg;
    if (said === undefined) showFailure(answer);
    else setError(fieldErrorText(said));
  }

  return (
    <Panel padded className="no-print">
      <form
        method="dialog"
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div>
          <h3>{texts.offer(name)}</h3>
          <p className="meta">{texts.offerMeaning}</p>
        </div>
        <TextField
          label={texts.nickname}
          name="nickname"
          optional
          autoComplete="off"
          maxLength={NICKNAME_MAX}
          value={nickname}
          error={error}
          onChange={(event) => {
            setNickname(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" pending={isPending}>
          {texts.offerSave}
        </Button>
      </form>
    </Panel>
  );
}
