import { setCardUse } from "#contract/cardSettings.ts";
import { CARD_USES, type CardUse } from "#contract/cardUses.ts";
import type { CardDetails } from "#contract/members.ts";
import { call } from "#portal/api/call.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Switch } from "#ui/Switch.tsx";
import { Banknote, AppWindow, type LucideIcon, Plane, Store } from "lucide-react";
import { useState } from "react";

const ICONS: Record<CardUse, LucideIcon> = {
  store: Store,
  online: AppWindow,
  cash: Banknote,
  abroad: Plane,
};

/** Where the card works: a switch for each use, which the issuer keeps to. */
export function UseRows({ details, isOff }: { details: CardDetails; isOff: boolean }) {
  const texts = useTexts("cardUse").uses;
  return (
    <section aria-labelledby="uses">
      <SectionHead title={texts.title} id="uses" />
      <Panel>
        <ul className={isOff ? "setrows off" : "setrows"}>
          {CARD_USES.map((use) => (
            <UseRow key={use} use={use} details={details} isOff={isOff} />
          ))}
        </ul>
        {isOff && <p className="meta set-why">{texts.areaOff}</p>}
      </Panel>
    </section>
  );
}

/** A switch shows where it is going while the issuer is asked, and stays there once that has confirmed. */
function UseRow({ use, details, isOff }: { use: CardUse; details: CardDetails; isOff: boolean }) {
  const texts = useTexts("cardUse").uses;
  const guid = useGuid();
  const [goingTo, setGoingTo] = useState<boolean>();
  const Icon = ICONS[use];
  const { usesOff, usesPending } = details;
  const asked = usesPending ?? usesOff;
  const isAsked = asked.includes(use) !== usesOff.includes(use);
  const isPending = goingTo !== undefined || isAsked;
  const isOn = goingTo ?? !asked.includes(use);

  async function turn(next: boolean) {
    setGoingTo(next);
    const answer = await call(setCardUse, {
      params: { guid },
      body: { use, position: next ? "on" : "off" },
    });
    if (!answer.status) showFailure(answer);
    // After a no as well: only the server knows where it stands now.
    await readCardAnew();
    setGoingTo(undefined);
  }

  return (
    <li className="setrow has-action">
      <span className="ic" aria-hidden="true">
        <Icon />
      </span>
      <p className="set-name" id={`use-${use}`}>
        {texts.names[use]}
      </p>
      <div className="set-value" id={`use-${use}-hint`}>
        <span className="meta">{isOn ? texts.hints[use] : texts.off}</span>
      </div>
      <div className="set-action">
        <Switch
          id={`switch-${use}`}
          labelledBy={`use-${use}`}
          describedBy={`use-${use}-hint`}
          isOn={isOn}
          pending={isPending}
          blocked={isOff}
          onChange={(next) => void turn(next)}
        />
      </div>
      <output className="set-doing meta strong">{isPending && texts.asking}</output>
    </li>
  );
}
