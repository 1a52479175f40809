import { TabLinks } from "#console/parts/TabLinks.tsx";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";

/** The parts of the reconciliation. */
export function ReconciliationTabs() {
  const texts = useTexts("reconciliation");
  return (
    <TabLinks
      label={texts.title}
      tabs={[
        { to: paths.breaks, label: texts.breaks, isShown: true },
        { to: paths.settlementFiles, label: texts.runs, isShown: true },
        { to: paths.proof, label: texts.proof, isShown: true },
      ]}
    />
  );
}
