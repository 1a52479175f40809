import { PageHead } from "#client/PageHead.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import type { ComponentType } from "react";
import { CashAtCounter } from "./CashAtCounter.tsx";
import { Devices } from "./Devices.tsx";
import { Freeze } from "./Freeze.tsx";
import { HowSafe } from "./HowSafe.tsx";
import { LatestActivity } from "./LatestActivity.tsx";
import { NoticesLink } from "./NoticesLink.tsx";
import { OnThisDevice } from "./OnThisDevice.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { WayBack } from "./WayBack.tsx";
import { Limits } from "./Limits.tsx";
import { Locks } from "./Locks.tsx";
import "./safety.css";

type Sections = Readonly<Record<string, ComponentType>>;

/** What protects the account, and what the member can do about it: a section a line, in the order of a phone. */
const PROTECTION: Sections = {
  cash: CashAtCounter,
  howSafe: HowSafe,
  freeze: Freeze,
  passkeys: Passkeys,
  limits: Limits,
  moneyLock: Locks,
};

/** What has happened, and who can get in: beside the former on a wide screen, beneath it on a phone. */
const RECORD: Sections = {
  devices: Devices,
  notices: NoticesLink,
  thisDevice: OnThisDevice,
  activity: LatestActivity,
  wayBack: WayBack,
};

/** Where members look after the safety of their account. Each section reads what it shows by itself. */
export function SafetyPage() {
  const texts = useTexts("safety");
  return (
    <>
      <PageHead title={texts.title} after={<p className="sub safety-lead">{texts.lead}</p>} />
      <div className="safety-page">
        <Column sections={PROTECTION} />
        <Column sections={RECORD} />
      </div>
    </>
  );
}

function Column({ sections }: { sections: Sections }) {
  return (
    <div className="safety-column">
      {Object.entries(sections).map(([name, Section]) => (
        <Section key={name} />
      ))}
    </div>
  );
}
