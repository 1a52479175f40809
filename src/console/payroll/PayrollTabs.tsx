import { useMay } from "#console/api/me.ts";
import { TabLinks } from "#console/parts/TabLinks.tsx";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";

/** The way between deductions, remittances and what waits of them for a person. */
export function PayrollTabs() {
  const texts = useTexts("loans");
  const deductions = useTexts("deductions");
  const isShown = useMay()("payroll.view");
  return (
    <TabLinks
      label={texts.payroll}
      tabs={[
        { to: paths.payroll, label: texts.payrollFiles, isShown },
        { to: paths.standingDeductions, label: deductions.title, isShown },
        { to: paths.payrollLines, label: texts.payrollLines, isShown },
        { to: paths.remittances, label: texts.remittances, isShown },
        { to: paths.remittanceLines, label: texts.exceptions, isShown },
      ]}
    />
  );
}
