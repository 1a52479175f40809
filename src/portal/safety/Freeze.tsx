import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Snowflake } from "lucide-react";
import { useState } from "react";
import { FreezeDialog } from "#portal/shared/FreezeDialog.tsx";
import { SafetyRow } from "./SafetySection.tsx";

/** The way out when somebody else may be in the account: one press and one question. */
export function Freeze() {
  const texts = useTexts("freeze");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section id="freeze" className="safety-section" aria-labelledby="freeze-title">
      <SectionHead id="freeze-title" title={texts.title} />
      <Panel>
        <ul>
          <SafetyRow
            icon={Snowflake}
            name={texts.name}
            isActionBeneath
            action={
              <Button look="danger" onClick={() => setIsAsking(true)}>
                {texts.action}
              </Button>
            }
          >
            {texts.lead}
          </SafetyRow>
        </ul>
      </Panel>
      {isAsking && <FreezeDialog onClose={() => setIsAsking(false)} />}
    </section>
  );
}
