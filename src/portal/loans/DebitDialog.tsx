import { referenceText } from "#common/reference.ts";
import type { Failure } from "#contract/endpoint.ts";
import { fieldTexts } from "#contract/fields.ts";
import { beginAutomaticDebit } from "#contract/loanDebits.ts";
import type { LoanAccount } from "#contract/loans.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { type TypedCode, useStepUp } from "#portal/otp/useStepUp.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { useRefused } from "#portal/shared/useRefused.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useState } from "react";
import { payingFrom, type Quote } from "./payment.ts";
import { PayingAccount } from "./PayingAccount.tsx";
import { WithQuote } from "./WithQuote.tsx";

/** From which account what is due is taken, and the approval of that. */
export function DebitDialog({ loan, onClose }: { loan: LoanAccount; onClose: () => void }) {
  const texts = useTexts("automaticDebit");
  return (
    <WithQuote
      loanNo={loan.loanId}
      texts={{ ...texts, title: texts.dialogTitle }}
      onClose={onClose}
    >
      {(quote) => <DebitForm loan={loan} quote={quote} onClose={onClose} />}
    </WithQuote>
  );
}

function DebitForm(props: { loan: LoanAccount; quote: Quote; onClose: () => void }) {
  const { quote, onClose } = props;
  const { loanId: loanNo, automaticDebit: standing, isDeducted } = props.loan;
  const texts = useTexts("automaticDebit");
  const common = useTexts("common");
  const guid = useGuid();
  const [chosen, setChosen] = useState("");
  const [refused, setRefused] = useState<Failure>();

  const stepUp = useStepUp(async (code: TypedCode) => {
    const body = { accountNumber: chosen, ...code };
    const answer = await call(beginAutomaticDebit, { params: { guid, loanNo }, body });
    if (!answer.status) return answer;
    announce(texts.begun);
    onClose();
    await queryClient.invalidateQueries();
    return undefined;
  }, setRefused);
  const form = useForm<"accountNumber">({
    initial: {
      accountNumber: standing?.accountNumber ?? payingFrom(quote.accounts, quote.nextDue?.amount),
    },
    check: ({ accountNumber }): { accountNumber?: string } =>
      accountNumber === "" ? { accountNumber: fieldTexts.required } : {},
    send: async ({ accountNumber }) => {
      setChosen(accountNumber);
      return stepUp.start({ kind: "automatic_debit", loanNo, accountNumber });
    },
  });
  useRefused(form.refuse, refused);

  if (stepUp.isOpen) {
    const name = quote.accounts.find((one) => one.accountNumber === chosen)?.name ?? chosen;
    return (
      <OtpDialog
        code={stepUp}
        approves={(isDeducted ? texts.approvesRest : texts.approves)(name, referenceText(loanNo))}
        doing={texts.doing}
      />
    );
  }
  return (
    <Dialog title={texts.dialogTitle} onClose={onClose}>
      <SentForm
        form={form}
        className="stack"
        labels={{ accountNumber: texts.account }}
        submit={texts.submit}
        sending={texts.sending}
      >
        <p>{isDeducted ? texts.dialogLeadRest : texts.dialogLead}</p>
        {standing !== null && <p>{texts.dialogChanges}</p>}
        <PayingAccount label={texts.account} form={form} accounts={quote.accounts} />
      </SentForm>
      <Button look="quiet" block onClick={onClose}>
        {common.cancel}
      </Button>
    </Dialog>
  );
}
