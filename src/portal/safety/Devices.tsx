import { guessedName } from "#contract/deviceName.ts";
import { type Device, signOutDevice } from "#contract/safety.ts";
import { call } from "#portal/api/call.ts";
import { devicesRead, readSafetyAnew } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Panel } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { RemoveDevice, RenameDevice, SignOutElsewhere } from "./DeviceDialogs.tsx";
import { SafetyRow, SafetySection } from "./SafetySection.tsx";
import { useLastUse } from "./useLastUse.ts";

/** Whoever has more sees the rest at a press. */
const SHOWN_AT_FIRST = 5;
const PHONES: ReadonlySet<string> = new Set(["Android", "iPhone", "iPad"]);

/** The browsers that sign the member in without a code: to know them again, to name them, to put them out. */
export function Devices() {
  const texts = useTexts("safety").devices;
  const query = useQuery(devicesRead(useGuid()));
  return (
    <SafetySection id="devices" title={texts.title} hint={texts.hint} query={query} rows={2}>
      {(devices) => <DeviceList devices={devices} />}
    </SafetySection>
  );
}

function DeviceList({ devices }: { devices: readonly Device[] }) {
  const texts = useTexts("safety").devices;
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? devices : devices.slice(0, SHOWN_AT_FIRST);
  return (
    <Panel>
      <ul>
        {shown.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      {shown.length < devices.length && (
        <div className="safe-foot">
          <Button small onClick={() => setIsWhole(true)}>
            {texts.showAll(devices.length)}
          </Button>
        </div>
      )}
      <div className="safe-foot">
        {devices.some(({ isThis }) => !isThis) ? <SignOutElsewhere /> : <p>{texts.onlyThis}</p>}
        <p className="meta">{texts.place}</p>
      </div>
    </Panel>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const texts = useTexts("safety").devices;
  const language = useLanguage();
  const guessed = guessedName(device, language);
  const name = device.name === "" ? guessed : device.name;
  const lastUse = useLastUse(device);
  return (
    <SafetyRow
      icon={PHONES.has(device.system) ? Smartphone : Laptop}
      name={name}
      tag={
        device.isThis ? (
          <StatusTag kind="ok">{texts.isThis}</StatusTag>
        ) : (
          device.isSignedIn && <StatusTag kind="info">{texts.isSignedIn}</StatusTag>
        )
      }
      isActionBeneath
      action={
        <div className="btnrow start">
          <RemoveDevice device={device} name={name} />
          {device.isSignedIn && !device.isThis && <SignOut device={device} name={name} />}
          <RenameDevice device={device} name={name} />
        </div>
      }
    >
      {device.name !== "" && <span className="safe-line">{guessed}</span>}
      <span className="safe-line">{lastUse}</span>
      <span className="safe-line">
        {texts.firstUsed(formatDate(new Date(device.firstUsedAt), "day", language))}
      </span>
    </SafetyRow>
  );
}

/** Ends what runs there; the device stays known. */
function SignOut({ device, name }: { device: Device; name: string }) {
  const texts = useTexts("safety").devices;
  const guid = useGuid();
  const [isPending, setIsPending] = useState(false);
  async function signOut() {
    setIsPending(true);
    const answer = await call(signOutDevice, { params: { guid, deviceId: device.id } });
    if (answer.status) announce(texts.signedOut(name));
    else showFailure(answer);
    await readSafetyAnew();
    setIsPending(false);
  }
  return (
    <Button
      small
      aria-label={texts.signOutOf(name)}
      pending={isPending}
      onClick={() => void signOut()}
    >
      {texts.signOut}
    </Button>
  );
}
