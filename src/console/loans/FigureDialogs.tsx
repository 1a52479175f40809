import { call } from "#console/api/call.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { wholeNumber } from "#console/parts/numbers.ts";
import { PesosField } from "#console/parts/PesosField.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { formatPesos, toDecimal, plainPesos } from "#common/money.ts";
import type { LoanFigures } from "#contract/staff/loanFigures.ts";
import {
  assessLoanApplication,
  type LoanApplicationFile,
  proposeLoan,
  quoteLoan,
} from "#contract/staff/loans.ts";
import { Button } from "#ui/Button.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { Figures } from "./ApplicationFacts.tsx";

type Props = { file: LoanApplicationFile; onClose: () => void };

/** What payslip and documents show: the limit and what is left of the pay come of it. */
export function Assess({ file, onClose }: Props) {
  const texts = useTexts("loans");
  const { applicationNo, assessment, productFacts } = file;
  const was = (amount: bigint | undefined) => (amount === undefined ? "" : toDecimal(amount));
  const [pay, setPay] = useState(was(assessment?.pay));
  const [deductions, setDeductions] = useState(was(assessment?.deductions));
  const [collateral, setCollateral] = useState(was(assessment?.collateral ?? 0n));
  return (
    <EditDialog
      title={texts.assess}
      done={texts.assessed}
      send={() =>
        call(assessLoanApplication, {
          params: { applicationNo },
          body: {
            pay: plainPesos(pay),
            deductions: plainPesos(deductions),
            collateral: plainPesos(collateral),
          },
        })
      }
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <PesosField
            label={texts.pay}
            hint={texts.payHint}
            error={errorOf("pay")}
            value={pay}
            onChange={setPay}
          />
          <PesosField
            label={texts.deductions}
            hint={texts.deductionsHint}
            error={errorOf("deductions")}
            value={deductions}
            onChange={setDeductions}
          />
          {productFacts.needsCollateral && (
            <PesosField
              label={texts.collateral}
              hint={texts.collateralHint}
              error={errorOf("collateral")}
              value={collateral}
              onChange={setCollateral}
            />
          )}
        </>
      )}
    </EditDialog>
  );
}

/** Principal and term, with what they come to before anything is proposed. */
export function Propose({ file, onClose }: Props) {
  const texts = useTexts("loans");
  const { applicationNo, productFacts, proposal, amount, monthsWished } = file;
  const [principal, setPrincipal] = useState<string>(toDecimal(proposal?.principal ?? amount));
  // As wished where the product is still lent so.
  const wished = productFacts.months.find((term) => term === monthsWished);
  const [months, setMonths] = useState(
    String(proposal?.months ?? wished ?? productFacts.months[0] ?? ""),
  );
  const [figures, setFigures] = useState<LoanFigures>();
  const [isPending, setIsPending] = useState(false);
  async function calculate() {
    setIsPending(true);
    const query = { principal: plainPesos(principal), months };
    const answer = await call(quoteLoan, { params: { applicationNo }, query });
    setIsPending(false);
    if (answer.status) setFigures(answer.result);
    else showToast({ kind: "bad", text: failureText(answer) });
  }
  const { minimum, maximum } = productFacts;
  return (
    <EditDialog
      title={texts.proposeTitle}
      done={texts.proposed}
      send={() =>
        call(proposeLoan, {
          params: { applicationNo },
          body: { principal: plainPesos(principal), months: wholeNumber(months) },
        })
      }
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <PesosField
            label={texts.principal}
            hint={texts.productRule(
              formatPesos(minimum),
              formatPesos(maximum),
              productFacts.months.join(", "),
            )}
            error={errorOf("principal")}
            value={principal}
            onChange={setPrincipal}
          />
          <SelectField
            label={texts.months}
            hint={monthsWished === null ? undefined : texts.wishedMonths(monthsWished)}
            error={errorOf("months")}
            value={months}
            onChange={(event) => setMonths(event.currentTarget.value)}
          >
            {productFacts.months.map((one) => (
              <option key={one} value={String(one)}>
                {texts.monthsOf(one)}
              </option>
            ))}
          </SelectField>
          <div>
            <Button small pending={isPending} onClick={() => void calculate()}>
              {texts.calculate}
            </Button>
          </div>
          {figures && <Figures figures={figures} />}
        </>
      )}
    </EditDialog>
  );
}
