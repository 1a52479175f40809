import { plainPesos } from "#common/money.ts";
import { sendOnce } from "#client/sendOnce.ts";
import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { Day } from "#console/parts/Day.tsx";
import { PesosField } from "#console/parts/PesosField.tsx";
import { type Catalogue, useTexts } from "#console/texts/texts.ts";
import { type CashReceipt, findCashAccount, takeCashDeposit } from "#contract/staff/cash.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";
import { WithdrawDialog } from "./WithdrawDialog.tsx";

type Account = Pick<CashReceipt, "accountNumber" | "product" | "holder"> & {
  loan: {
    overdue: bigint;
    nextDue: { dueOn: string; amount: bigint } | null;
    endsToday: bigint;
  } | null;
};

/** An account is looked up first, so that the teller reads whose it is before cash is taken for it. */
export function DepositForm({ onReceipt }: { onReceipt: (receipt: CashReceipt) => void }) {
  const [account, setAccount] = useState<Account>();
  return account === undefined ? (
    <AccountForm onAccount={setAccount} />
  ) : (
    <AmountForm account={account} onOther={() => setAccount(undefined)} onReceipt={onReceipt} />
  );
}

function AccountForm({ onAccount }: { onAccount: (account: Account) => void }) {
  const texts = useTexts("cash");
  const [isUnknown, setIsUnknown] = useState(false);
  const form = useNamedForm({
    required: ["accountNumber"],
    send: async (field) => {
      const query = { accountNumber: field("accountNumber").replaceAll(/\s/g, "").toUpperCase() };
      const answer = await call(findCashAccount, { query });
      if (!answer.status) return answer;
      if (answer.result === null) setIsUnknown(true);
      else onAccount(answer.result);
      return undefined;
    },
  });
  return (
    <SentForm form={form} label={texts.deposit} className="cash-form">
      <TextField
        label={texts.accountNumber}
        name="accountNumber"
        hint={texts.accountHint}
        error={isUnknown ? texts.accountUnknown : form.errors["accountNumber"]}
        autoComplete="off"
        maxLength={30}
        onChange={() => setIsUnknown(false)}
      />
      <div className="form-actions">
        <Button type="submit" look="primary" pending={form.isPending}>
          {texts.find}
        </Button>
      </div>
    </SentForm>
  );
}

function AmountForm(props: {
  account: Account;
  onOther: () => void;
  onReceipt: (receipt: CashReceipt) => void;
}) {
  const texts = useTexts("cash");
  const { account, onOther, onReceipt } = props;
  const [amount, setAmount] = useState("");
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const form = useNamedForm({
    required: ["amount"],
    send: async (field) => {
      const body = {
        accountNumber: account.accountNumber,
        amount: plainPesos(field("amount")),
      };
      const answer = await sendOnce("cash deposit", body, (idempotencyKey) =>
        call(takeCashDeposit, { body }, { idempotencyKey }),
      );
      if (!answer.status) return answer;
      void queryClient.invalidateQueries();
      onReceipt(answer.result);
      return undefined;
    },
  });
  return (
    <>
      <SentForm form={form} label={texts.deposit} className="cash-form">
        <KeyValueList
          isTight
          rows={[
            { key: "holder", name: texts.holder, value: <b>{account.holder}</b> },
            {
              key: "account",
              name: texts.products[account.product],
              value: <Reference value={account.accountNumber} />,
            },
            ...loanRows(texts, account),
          ]}
        />
        <PesosField
          label={texts.amount}
          name="amount"
          error={form.errors["amount"]}
          value={amount}
          onChange={setAmount}
        />
        <div className="form-actions">
          <Button onClick={onOther}>{texts.another}</Button>
          <Button type="submit" look="primary" pending={form.isPending}>
            {texts.take}
          </Button>
          {account.product !== "loan" && (
            <Button onClick={() => setIsWithdrawing(true)}>{texts.withdraw}</Button>
          )}
        </div>
      </SentForm>
      {isWithdrawing && (
        <WithdrawDialog
          account={account}
          onReceipt={onReceipt}
          onClose={() => setIsWithdrawing(false)}
        />
      )}
    </>
  );
}

/** What a teller says when asked how much there is to pay. */
function loanRows(texts: Catalogue["cash"], { loan }: Account) {
  if (loan === null) return [];
  const { overdue, nextDue, endsToday } = loan;
  const row = (key: "overdue" | "endsToday", amount: bigint) => ({
    key,
    name: texts[key],
    value: <Money amount={amount} alwaysShown />,
  });
  return [
    ...(overdue > 0n ? [row("overdue", overdue)] : []),
    ...(nextDue === null
      ? []
      : [
          {
            key: "nextDue",
            name: texts.nextDue,
            value: (
              <>
                <Money amount={nextDue.amount} alwaysShown /> <Day on={nextDue.dueOn} />
              </>
            ),
          },
        ]),
    row("endsToday", endsToday),
  ];
}
