import { NICKNAME_MAX, type Recipient, saveRecipient } from "#contract/recipients.ts";
import { TRANSFER_KINDS } from "#contract/transferKinds.ts";
import type { TransferDetails } from "#contract/transferDetails.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { recipientsRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Panel } from "#ui/Panel.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { payeeOf } from "./receiptRows.ts";

/** Offers to keep the payee, where they are not kept yet and the money did not come back. */
export function SaveOffer({ details }: { details: TransferDetails }) {
  const { data } = useQuery(recipientsRead(useGuid()));
  const isOffered =
    TRANSFER_KINDS[details.kind].hasPayee &&
    details.shop === null &&
    details.state !== "returned" &&
    data !== undefined &&
    !data.some((recipient) => isPayee(recipient, details));
  return isOffered ? <Offer details={details} /> : null;
}

/** Neither has a bank within our own house. */
const isPayee = (recipient: Recipient, { accountNumber, destinationBank }: TransferDetails) =>
  recipient.accountNumber === accountNumber && recipient.bankName === destinationBank;

function Offer({ details }: { details: TransferDetails }) {
  const texts = useTexts("recipients");
  const { name } = payeeOf(details);
  const guid = useGuid();
  const form = useForm({
    initial: { nickname: "" },
    check: (values) => contractErrors(saveRecipient, { refNo: details.refNo, ...values }),
    send: async (values) => {
      const body = { refNo: details.refNo, ...values };
      const answer = await call(saveRecipient, { params: { guid }, body });
      if (!answer.status) return answer;
      showToast({ kind: "ok", text: texts.saved });
      await queryClient.invalidateQueries({ queryKey: ["recipients"] });
      return undefined;
    },
    tell: showFailure,
  });

  return (
    <Panel padded className="no-print">
      <SentForm form={form} className="stack">
        <div>
          <h2>{texts.offer(name)}</h2>
          <p className="meta">{texts.offerMeaning}</p>
        </div>
        <TextField
          label={texts.nickname}
          {...form.field("nickname")}
          optional
          autoComplete="off"
          maxLength={NICKNAME_MAX}
        />
        <Button type="submit" pending={form.isPending}>
          {texts.offerSave}
        </Button>
      </SentForm>
    </Panel>
  );
}
