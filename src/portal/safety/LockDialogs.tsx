import { parsePesos, plainPesos, toDecimal } from "#common/money.ts";
import type { Failure } from "#contract/endpoint.ts";
import { type LockableAccount, lockMoney, releaseLock } from "#contract/moneyLock.ts";
import { sendOnce } from "#client/sendOnce.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import type { Form } from "#client/form/useForm.ts";
import { call } from "#portal/api/call.ts";
import { readMoneyAnew } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { type TypedCode, useStepUp } from "#portal/otp/useStepUp.ts";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { AmountField } from "#ui/AmountField.tsx";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useState } from "react";
import { useRefused } from "#portal/shared/useRefused.ts";

type Of = { account: LockableAccount; onClose: () => void };

/** Locks money, at once. */
export function LockDialog({ account, onClose }: Of) {
  const texts = useTexts("moneyLock");
  const amountText = useAmountText();
  const guid = useGuid();
  const { accountNumber, available } = account;
  const form = useAmountForm(available, async (amount) => {
    const body = { accountNumber, amount };
    const answer = await sendOnce("money lock", body, (idempotencyKey) =>
      call(lockMoney, { params: { guid }, body }, { idempotencyKey }),
    );
    if (!answer.status) return answer;
    announce(texts.lockedNow(amountText(parsePesos(amount) ?? 0n)));
    await readMoneyAnew();
    onClose();
    return undefined;
  });
  return (
    <AmountDialog
      form={form}
      title={texts.lockTitle(account.name)}
      hint={texts.canLock(amountText(available))}
      meaning={texts.lockMeaning}
      submit={texts.lockDo}
      sending={texts.locking}
      onClose={onClose}
    />
  );
}

/** Asks for the release of locked money, with a code. `locked` is what is not asked for yet. */
export function ReleaseDialog({ account, locked, onClose }: Of & { locked: bigint }) {
  const texts = useTexts("moneyLock");
  const language = useLanguage();
  const amountText = useAmountText();
  const guid = useGuid();
  const [wanted, setWanted] = useState("");
  const { accountNumber } = account;
  const [refused, setRefused] = useState<Failure>();

  const send = async (amount: string, code: TypedCode): Promise<Failure | undefined> => {
    const body = { accountNumber, amount, ...code };
    const answer = await call(releaseLock, { params: { guid }, body });
    if (!answer.status) return answer;
    const releases = answer.result.accounts.flatMap((one) => one.releases);
    const last = releases
      .map(({ freeFrom }) => freeFrom)
      .toSorted()
      .at(-1);
    const moment = last === undefined ? "" : formatDate(new Date(last), "dayTime", language);
    announce(texts.asked(moment));
    await readMoneyAnew();
    onClose();
    return undefined;
  };

  const stepUp = useStepUp((code) => send(wanted, code), setRefused);
  const form = useAmountForm(locked, (amount) => {
    setWanted(amount);
    return stepUp.start({ kind: "release_lock", accountNumber, amount });
  });
  useRefused(form.refuse, refused);

  if (stepUp.isOpen) {
    const amount = amountText(parsePesos(wanted) ?? 0n);
    return (
      <OtpDialog
        code={stepUp}
        approves={texts.approves(amount, accountNumber)}
        doing={texts.unlocking}
      />
    );
  }
  return (
    <AmountDialog
      form={form}
      title={texts.unlockTitle(account.name)}
      hint={texts.canRelease(amountText(locked))}
      meaning={texts.unlockMeaning}
      submit={texts.unlockDo}
      sending={texts.unlocking}
      onClose={onClose}
    />
  );
}

/** One amount, of so much at the most. */
function useAmountForm(most: bigint, send: (amount: string) => Promise<Failure | undefined>) {
  const texts = useTexts("moneyLock");
  const amountText = useAmountText();
  return useForm<"amount">({
    initial: { amount: "" },
    check: ({ amount: typed }) => {
      const plain = plainPesos(typed);
      const amount = parsePesos(plain);
      if (amount !== undefined && amount > most) return { amount: texts.tooMuch(amountText(most)) };
      return contractErrors(lockMoney, { accountNumber: "0", amount: plain });
    },
    send: async ({ amount: typed }) => {
      const amount = parsePesos(plainPesos(typed));
      return amount === undefined ? undefined : send(toDecimal(amount));
    },
  });
}

function AmountDialog(props: {
  form: Form<"amount">;
  title: string;
  hint: string;
  meaning: string;
  submit: string;
  sending: string;
  onClose: () => void;
}) {
  const texts = useTexts("moneyLock");
  const common = useTexts("common");
  const { form } = props;
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <SentForm
        form={form}
        className="stack"
        labels={{ amount: texts.amount }}
        submit={props.submit}
        sending={props.sending}
      >
        <AmountField
          id="amount"
          name="amount"
          label={texts.amount}
          hint={props.hint}
          value={form.values.amount}
          error={form.errors.amount}
          onChange={(amount) => form.change("amount", amount)}
          onBlur={form.field("amount").onBlur}
        />
        <p className="meta">{props.meaning}</p>
      </SentForm>
      <Button look="quiet" block onClick={props.onClose}>
        {common.cancel}
      </Button>
    </Dialog>
  );
}
