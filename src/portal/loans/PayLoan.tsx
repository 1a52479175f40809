import { addDays, manilaDate } from "#common/manila.ts";
import type { LoanAccount } from "#contract/loans.ts";
import { serverDate } from "#client/clock.ts";
import { loanQuoteRead } from "#portal/api/loanReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import type { Language } from "#contract/refusals.ts";
import type { PayLoanTexts } from "#portal/texts/en/payLoan.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { monthText } from "./monthText.ts";
import { isPaidFromPay } from "./paidFromPay.ts";
import type { Quote } from "./payment.ts";

/** As far as an ending is quoted. */
const QUOTED_DAYS = 62;

/** Paying on this loan, and what would end it on another day. */
export function PayLoan({ loan, onPay }: { loan: LoanAccount; onPay: () => void }) {
  const texts = useTexts("payLoan");
  const isExtra = isPaidFromPay(loan);
  return (
    <Panel padded>
      <h2 className="side-title">{texts.title}</h2>
      <p className="meta">{isExtra ? texts.extraLead : texts.lead}</p>
      <Button look={isExtra ? "secondary" : "primary"} block onClick={onPay}>
        {isExtra ? texts.openExtra : texts.open}
      </Button>
      <EndingOn loanNo={loan.loanId} />
    </Panel>
  );
}

/** What ends the loan on a day to come, for example that of the next deduction. */
function EndingOn({ loanNo }: { loanNo: string }) {
  const texts = useTexts("payLoan");
  const language = useLanguage();
  const guid = useGuid();
  const today = manilaDate(serverDate());
  const last = addDays(today, QUOTED_DAYS);
  const [day, setDay] = useState("");
  const isQuoted = day >= today && day <= last;
  const { data } = useQuery({
    ...loanQuoteRead(guid, loanNo, day),
    enabled: guid !== "" && isQuoted,
  });
  return (
    <div className="loan-ending">
      <TextField
        type="date"
        label={texts.endingOn}
        min={today}
        max={last}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <output>
        {isQuoted && data !== undefined && (
          <>
            <KeyValueList isTight rows={endingRows(data, texts, language)} />
            <p className="meta">
              {data.deduction === null ? texts.endingMeaning : texts.endingMeaningAfter}
            </p>
          </>
        )}
      </output>
    </div>
  );
}

/** What ends the loan on the day; with a deduction under way, what that pays of it and what it leaves. */
function endingRows({ ending, deduction }: Quote, texts: PayLoanTexts, language: Language) {
  const total = { key: "total", name: texts.endingTotal, value: <Money amount={ending.total} /> };
  if (deduction === null) return [{ ...total, isTotal: true }];
  const left = ending.total - deduction.amount;
  return [
    total,
    {
      key: "deduction",
      name: texts.endingDeduction(monthText(deduction.month, language)),
      value: <Money amount={-deduction.amount} />,
    },
    {
      key: "left",
      name: texts.endingLeft,
      value: <Money amount={left > 0n ? left : 0n} />,
      isTotal: true,
    },
  ];
}
