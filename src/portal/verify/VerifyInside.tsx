import { PageHead } from "#client/PageHead.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import { CheckPaper } from "./CheckPaper.tsx";

/** The same for a member, who may try what others will be told. */
export function VerifyInside() {
  const texts = useTexts("verify");
  return (
    <>
      <PageHead title={texts.title} />
      <Panel padded className="verify-sheet">
        <CheckPaper />
      </Panel>
    </>
  );
}
