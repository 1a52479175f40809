import { canInstall, install } from "#portal/api/installing.ts";
import { chooseBalances, forgetBalances, isKeepingBalances } from "#portal/api/lastBalances.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Switch } from "#ui/Switch.tsx";
import { announce } from "#portal/shared/announce.ts";
import { useStore } from "#ui/store.ts";
import { useQuery } from "@tanstack/react-query";
import { Download, WifiOff } from "lucide-react";
import { useState } from "react";
import { SafetyRow, SafetySection } from "./SafetySection.tsx";

/** What this browser alone does for the member: shows the last balances without a connection, and is an app. */
export function OnThisDevice() {
  const { device } = useTexts("app");
  const guid = useGuid();
  const query = useQuery({
    queryKey: ["keepsBalances", guid],
    queryFn: () => isKeepingBalances(guid),
    enabled: guid !== "",
    staleTime: 0,
  });
  const offersInstall = useStore(canInstall);
  return (
    <SafetySection id="this-device" title={device.title} query={query} rows={1}>
      {(isKept) => (
        <Panel>
          <ul>
            <KeepBalances guid={guid} isKept={isKept} onChange={() => void query.refetch()} />
            {offersInstall && <Install />}
          </ul>
        </Panel>
      )}
    </SafetySection>
  );
}

function KeepBalances(props: { guid: string; isKept: boolean; onChange: () => void }) {
  const { guid, isKept, onChange } = props;
  const { device } = useTexts("app");
  const [isPending, setIsPending] = useState(false);
  async function change(isOn: boolean) {
    setIsPending(true);
    await (isOn ? chooseBalances(guid) : forgetBalances());
    setIsPending(false);
    onChange();
    announce(isOn ? device.turnedOn : device.turnedOff);
  }
  return (
    <SafetyRow
      icon={WifiOff}
      name={<span id="keep-balances-name">{device.balances}</span>}
      action={
        <Switch
          id="keep-balances"
          labelledBy="keep-balances-name"
          describedBy="keep-balances-hint"
          isOn={isKept}
          pending={isPending}
          onChange={(isOn) => void change(isOn)}
        />
      }
    >
      <span className="safe-line" id="keep-balances-hint">
        {device.balancesHint}
      </span>
    </SafetyRow>
  );
}

function Install() {
  const { device } = useTexts("app");
  return (
    <SafetyRow
      icon={Download}
      name={device.install}
      action={
        <Button small onClick={() => void install()}>
          {device.installNow}
        </Button>
      }
    >
      <span className="safe-line">{device.installHint}</span>
    </SafetyRow>
  );
}
