import { toDecimal } from "#common/money.ts";
import { referenceText } from "#common/reference.ts";
import {
  approveCashWithdrawal,
  refuseCashWithdrawal,
  type WaitingWithdrawal,
} from "#contract/cashWithdrawals.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { cashWithdrawalsRead } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { OtpDialog } from "#portal/otp/OtpDialog.tsx";
import { useStepUp } from "#portal/otp/useStepUp.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { announce } from "#portal/shared/announce.ts";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { Banknote } from "lucide-react";
import { useState } from "react";
import { SafetyRow } from "./SafetySection.tsx";

/** What a teller has entered for this member to approve: nothing at all but in the minutes in which it waits. */
export function CashAtCounter() {
  const texts = useTexts("cashAtCounter");
  const query = useQuery(cashWithdrawalsRead(useGuid()));
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <section id="cash" className="safety-section" aria-labelledby="cash-title">
      <SectionHead id="cash-title" title={texts.title} />
      <p className="sub safety-hint">{texts.meaning}</p>
      <Panel>
        <ul>
          {query.data.map((withdrawal) => (
            <Waiting key={withdrawal.withdrawalId} withdrawal={withdrawal} />
          ))}
        </ul>
      </Panel>
    </section>
  );
}

function Waiting({ withdrawal }: { withdrawal: WaitingWithdrawal }) {
  const texts = useTexts("cashAtCounter");
  const language = useLanguage();
  const amountText = useAmountText();
  const guid = useGuid();
  const [isRefusing, setIsRefusing] = useState(false);
  const { withdrawalId, accountNumber, branch, expiresAt } = withdrawal;
  const amount = amountText(withdrawal.amount);
  // In the groups in which the teller reads it out.
  const account = referenceText(accountNumber);
  const params = { guid, withdrawalId };

  const stepUp = useStepUp(async (code) => {
    const answer = await call(approveCashWithdrawal, { params, body: code });
    if (!answer.status) return answer;
    showToast({ kind: "ok", text: texts.approved(referenceText(answer.result.receiptNo)) });
    await queryClient.invalidateQueries();
    return undefined;
  }, failed);

  async function approve() {
    const refused = await stepUp.start({
      kind: "cash_withdrawal",
      withdrawalId,
      accountNumber,
      amount: toDecimal(withdrawal.amount),
    });
    if (refused !== undefined) failed(refused);
  }
  async function refuse() {
    setIsRefusing(true);
    const answer = await call(refuseCashWithdrawal, { params });
    setIsRefusing(false);
    if (!answer.status) return failed(answer);
    announce(texts.refused);
    await queryClient.invalidateQueries();
  }
  function failed(failure: Parameters<typeof showFailure>[0]) {
    showFailure(failure);
    void queryClient.invalidateQueries();
  }
  return (
    <SafetyRow
      icon={Banknote}
      name={texts.asks(amount, branch)}
      isActionBeneath
      action={
        <div className="btnrow start">
          <Button small look="primary" pending={stepUp.isSending} onClick={() => void approve()}>
            {texts.approve}
          </Button>
          <Button small pending={isRefusing} onClick={() => void refuse()}>
            {texts.refuse}
          </Button>
        </div>
      }
    >
      <span className="safe-line">
        {texts.from(account, formatDate(new Date(expiresAt), "time", language))}
      </span>
      <span className="safe-line">{texts.safe}</span>
      {stepUp.isOpen && (
        <OtpDialog
          code={stepUp}
          approves={texts.approves(amount, account, branch)}
          doing={texts.approving}
        />
      )}
    </SafetyRow>
  );
}
