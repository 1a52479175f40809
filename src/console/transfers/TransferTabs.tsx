import { useMay } from "#console/api/me.ts";
import { TabLinks } from "#console/parts/TabLinks.tsx";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";

/** The parts of the transfer desk. */
export function TransferTabs() {
  const texts = useTexts("transfers");
  const may = useMay();
  return (
    <TabLinks
      label={texts.title}
      tabs={[
        { to: paths.openTransfers, label: texts.underWay, isShown: may("transfer.view") },
        { to: paths.inwardCredits, label: texts.incoming, isShown: may("transfer.view") },
        { to: paths.transferCases, label: texts.cases, isShown: may("transfer_case.view") },
        { to: paths.exceptions, label: texts.exceptions, isShown: may("job.view") },
      ]}
    />
  );
}
