import { PageHead } from "#client/PageHead.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import { ComeBackSteps } from "./ComeBackSteps.tsx";

/** The way back, to be read before it is needed. */
export function ComeBackInside() {
  const texts = useTexts("comeBack");
  return (
    <>
      <PageHead title={texts.title} />
      <Panel padded className="come-back-sheet">
        <ComeBackSteps />
      </Panel>
    </>
  );
}
