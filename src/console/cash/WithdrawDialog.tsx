import { plainPesos } from "#common/money.ts";
import { call } from "#console/api/call.ts";
import { queryClient, read } from "#console/api/queries.ts";
import { FormDialog } from "#console/parts/FormDialog.tsx";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { PesosField } from "#console/parts/PesosField.tsx";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { useTexts } from "#console/texts/texts.ts";
import {
  askCashWithdrawal,
  type CashReceipt,
  type CashWithdrawal,
  endCashWithdrawal,
  getCashWithdrawal,
  payCashWithdrawal,
} from "#contract/staff/cash.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

type Account = Pick<CashReceipt, "accountNumber" | "holder">;
type Of = {
  account: Account;
  onReceipt: (receipt: CashReceipt) => void;
  onClose: () => void;
};

/** Cash leaves when the member has approved it here and now, or when a second person has agreed. */
export function WithdrawDialog({ account, onReceipt, onClose }: Of) {
  const [asked, setAsked] = useState<CashWithdrawal>();
  const [isSecond, setIsSecond] = useState(false);
  if (isSecond) return <AskSecondPerson account={account} onClose={onClose} />;
  if (asked === undefined) {
    return (
      <AskMember
        account={account}
        onAsked={setAsked}
        onSecond={() => setIsSecond(true)}
        onClose={onClose}
      />
    );
  }
  return (
    <MemberDecides
      key={asked.withdrawalId}
      asked={asked}
      onPaid={onReceipt}
      onAgain={() => setAsked(undefined)}
      onClose={onClose}
    />
  );
}

function AskMember(props: {
  account: Account;
  onAsked: (withdrawal: CashWithdrawal) => void;
  onSecond: () => void;
  onClose: () => void;
}) {
  const texts = useTexts("cash");
  const { accountNumber } = props.account;
  const [amount, setAmount] = useState("");
  const form = useNamedForm({
    required: ["amount"],
    send: async (field) => {
      const body = { accountNumber, amount: plainPesos(field("amount")) };
      const answer = await call(askCashWithdrawal, { body });
      if (!answer.status) return answer;
      props.onAsked(answer.result);
      return undefined;
    },
  });
  return (
    <FormDialog
      title={texts.withdrawTitle}
      form={form}
      submit={{ label: texts.askMember, pendingLabel: texts.askingMember }}
      onClose={props.onClose}
    >
      <p>{texts.askMemberBody}</p>
      <PesosField
        label={texts.amount}
        name="amount"
        error={form.errors["amount"]}
        value={amount}
        onChange={setAmount}
      />
      <div>
        <Button small onClick={props.onSecond}>
          {texts.secondPerson}
        </Button>
      </div>
    </FormDialog>
  );
}

const LOOK_AGAIN_MS = 2000;

/** Until the member has read out the code or approved in the portal, has refused, or did not answer. */
function MemberDecides(props: {
  asked: CashWithdrawal;
  onPaid: (receipt: CashReceipt) => void;
  onAgain: () => void;
  onClose: () => void;
}) {
  const texts = useTexts("cash");
  const { asked, onPaid } = props;
  const params = { withdrawalId: asked.withdrawalId };
  const query = useQuery({
    queryKey: ["cashWithdrawal", asked.withdrawalId],
    queryFn: async ({ signal }) => (await read(getCashWithdrawal, { params }, signal)).result,
    initialData: asked,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? LOOK_AGAIN_MS : false),
  });
  const { state, amount, holder, accountNumber, receipt } = query.data;
  useEffect(() => {
    if (receipt === null) return;
    void queryClient.invalidateQueries();
    onPaid(receipt);
  }, [receipt, onPaid]);
  async function takeBack() {
    props.onClose();
    if (state === "waiting") await call(endCashWithdrawal, { params });
  }
  return (
    <Dialog title={texts.waitTitle} onClose={() => void takeBack()}>
      <div className="form-fields">
        <KeyValueList
          isTight
          rows={[
            {
              key: "amount",
              name: texts.amount,
              value: (
                <b>
                  <Money amount={amount} alwaysShown />
                </b>
              ),
            },
            { key: "holder", name: texts.holder, value: holder },
            { key: "account", name: texts.account, value: <Reference value={accountNumber} /> },
          ]}
        />
        {state === "waiting" && (
          <CodeForm
            withdrawal={query.data}
            onPaid={onPaid}
            onTakeBack={() => void takeBack()}
            onTried={() => void query.refetch()}
          />
        )}
        {(state === "refused" || state === "over") && (
          <>
            <Notice kind={state === "refused" ? "bad" : "warn"} role="alert">
              {state === "refused" ? texts.memberRefused : texts.wasNotAnswered}
            </Notice>
            <div className="form-actions">
              <Button onClick={props.onClose}>{texts.leave}</Button>
              <Button look="primary" onClick={props.onAgain}>
                {texts.askAgain}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

function CodeForm(props: {
  withdrawal: CashWithdrawal;
  onPaid: (receipt: CashReceipt) => void;
  onTakeBack: () => void;
  onTried: () => void;
}) {
  const texts = useTexts("cash");
  const { withdrawalId, mobileNumber, hasPasskey } = props.withdrawal;
  const form = useNamedForm({
    required: ["pin"],
    send: async (field) => {
      const body = { pin: field("pin").replaceAll(/\D/g, "") };
      const answer = await call(payCashWithdrawal, { params: { withdrawalId }, body });
      if (!answer.status) {
        props.onTried();
        return answer;
      }
      const { receipt } = answer.result;
      void queryClient.invalidateQueries();
      if (receipt !== null) props.onPaid(receipt);
      return undefined;
    },
  });
  if (mobileNumber === null) {
    return (
      <>
        <p>{texts.onlyPortal}</p>
        <div className="form-actions">
          <Button onClick={props.onTakeBack}>{texts.takeBack}</Button>
        </div>
      </>
    );
  }
  return (
    <SentForm form={form} label={texts.waitTitle} className="form-fields">
      <p>
        {texts.codeSent(mobileNumber)} {hasPasskey && texts.inPortal}
      </p>
      <TextField
        label={texts.code}
        name="pin"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        error={form.errors["pin"]}
      />
      <div className="form-actions">
        <Button onClick={props.onTakeBack}>{texts.takeBack}</Button>
        <Button
          type="submit"
          look="primary"
          pending={form.isPending}
          pendingLabel={texts.payingOut}
        >
          {texts.payOut}
        </Button>
      </div>
    </SentForm>
  );
}

/** For whoever has neither phone nor passkey at hand: identity, and another person. */
function AskSecondPerson({ account, onClose }: { account: Account; onClose: () => void }) {
  const texts = useTexts("cash");
  const [amount, setAmount] = useState("");
  return (
    <RequestDialog
      title={texts.withdrawTitle}
      kind="cash_withdrawal"
      required={["amount", "identityDocument"]}
      payload={(field) => ({
        accountNumber: account.accountNumber,
        amount: plainPesos(field("amount")),
        identityDocument: field("identityDocument"),
      })}
      changes={["cashDrawer"]}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{texts.withdrawBody}</p>
          <PesosField
            label={texts.amount}
            name="amount"
            error={errors["amount"]}
            value={amount}
            onChange={setAmount}
          />
          <TextField
            label={texts.identityDocument}
            name="identityDocument"
            error={errors["identityDocument"]}
            autoComplete="off"
            maxLength={100}
          />
        </>
      )}
    </RequestDialog>
  );
}
