import { guessedName } from "#contract/deviceName.ts";
import { endPush, type PushedBrowser, showAmountsInPush } from "#contract/push.ts";
import { call } from "#portal/api/call.ts";
import {
  askPermission,
  browserSubscription,
  pushRead,
  type PushSupport,
  subscribeBrowser,
} from "#portal/api/pushing.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { keepFocusOf } from "#ui/keepFocus.ts";
import { Panel } from "#ui/Panel.tsx";
import { Switch } from "#ui/Switch.tsx";
import { announce } from "#portal/shared/announce.ts";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { BellOff, BellRing, Eye } from "lucide-react";
import { useState } from "react";
import { SafetyRow, SafetySection } from "./SafetySection.tsx";

/** Notices that come while the portal is closed: to this browser, to others, and what they show. */
export function PushedNotices() {
  const texts = useTexts("push");
  const guid = useGuid();
  const query = useQuery(pushRead(guid));
  const readAnew = async () => void (await query.refetch());
  return (
    <SafetySection id="push" title={texts.title} query={query} rows={1}>
      {({ browsers, isHere, support, showsAmounts }) => {
        const here = isHere ? browsers.find(({ isThis }) => isThis) : undefined;
        return (
          <Panel>
            <ul>
              {support === "possible" ? (
                <Here guid={guid} here={here} readAnew={readAnew} />
              ) : (
                <NotHere why={support} />
              )}
              {browsers.length > 0 && (
                <Amounts guid={guid} isOn={showsAmounts} readAnew={readAnew} />
              )}
              {browsers
                .filter(({ id }) => id !== here?.id)
                .map((browser) => (
                  <Elsewhere key={browser.id} guid={guid} browser={browser} readAnew={readAnew} />
                ))}
            </ul>
          </Panel>
        );
      }}
    </SafetySection>
  );
}

type Row = { guid: string; readAnew: () => Promise<void> };

function Here({ guid, here, readAnew }: Row & { here: PushedBrowser | undefined }) {
  const texts = useTexts("push");
  const [isPending, setIsPending] = useState(false);
  async function turnOn() {
    if (!(await askPermission())) return;
    const answer = await subscribeBrowser(guid);
    if (typeof answer === "string") showToast({ kind: "bad", text: texts[answer] });
    else if (answer.status) announce(texts.turnedOn);
    else showFailure(answer);
  }
  async function turnOff(id: string) {
    const answer = await call(endPush, { params: { guid, subscriptionId: id } });
    if (!answer.status) return showFailure(answer);
    await (await browserSubscription())?.unsubscribe().catch(() => false);
    announce(texts.turnedOff);
  }
  async function change(isOn: boolean) {
    setIsPending(true);
    if (isOn) await turnOn();
    else if (here !== undefined) await turnOff(here.id);
    await readAnew();
    setIsPending(false);
  }
  return (
    <SafetyRow
      icon={BellRing}
      name={<span id="push-here-name">{texts.name}</span>}
      action={
        <Switch
          id="push-here"
          labelledBy="push-here-name"
          describedBy="push-here-hint"
          isOn={here !== undefined}
          pending={isPending}
          onChange={(isOn) => void change(isOn)}
        />
      }
    >
      <span className="safe-line" id="push-here-hint">
        {texts.hint} {here === undefined && texts.asks}
      </span>
    </SafetyRow>
  );
}

/** Why nothing can be pushed here, and what the member can do about it. */
function NotHere({ why }: { why: Exclude<PushSupport, "possible"> }) {
  const texts = useTexts("push");
  const words = {
    unsupported: texts.unsupported,
    install: texts.needsInstall,
    denied: texts.denied,
  };
  return (
    <SafetyRow icon={BellOff} name={texts.name}>
      <span className="safe-line">{words[why]}</span>
    </SafetyRow>
  );
}

function Amounts({ guid, isOn, readAnew }: Row & { isOn: boolean }) {
  const texts = useTexts("push");
  const [isPending, setIsPending] = useState(false);
  async function change(showsAmounts: boolean) {
    setIsPending(true);
    const answer = await call(showAmountsInPush, { params: { guid }, body: { showsAmounts } });
    if (answer.status) {
      announce(showsAmounts ? texts.amountsOn : texts.amountsOff);
    } else showFailure(answer);
    await readAnew();
    setIsPending(false);
  }
  return (
    <SafetyRow
      icon={Eye}
      name={<span id="push-amounts-name">{texts.amounts}</span>}
      action={
        <Switch
          id="push-amounts"
          labelledBy="push-amounts-name"
          describedBy="push-amounts-hint"
          isOn={isOn}
          pending={isPending}
          onChange={(next) => void change(next)}
        />
      }
    >
      <span className="safe-line" id="push-amounts-hint">
        {texts.amountsHint}
      </span>
    </SafetyRow>
  );
}

/** Another browser of the member's, or this one where it has lost what it was subscribed as. */
function Elsewhere({ guid, browser, readAnew }: Row & { browser: PushedBrowser }) {
  const texts = useTexts("push");
  const language = useLanguage();
  const [isPending, setIsPending] = useState(false);
  const name = browser.name === "" ? guessedName(browser, language) : browser.name;
  async function turnOff() {
    setIsPending(true);
    const answer = await call(endPush, { params: { guid, subscriptionId: browser.id } });
    if (answer.status) announce(texts.turnedOffOf(name));
    else showFailure(answer);
    await readAnew();
    setIsPending(false);
  }
  const { since, lastPushedAt: last } = browser;
  return (
    <SafetyRow
      icon={BellRing}
      name={name}
      action={
        <Button
          small
          aria-label={texts.turnOffOf(name)}
          pending={isPending}
          onClick={({ currentTarget }) => {
            keepFocusOf(currentTarget);
            void turnOff();
          }}
        >
          {texts.turnOff}
        </Button>
      }
    >
      <span className="safe-line">{texts.since(formatDate(new Date(since), "day", language))}</span>
      {last !== null && (
        <span className="safe-line">
          {texts.lastPushed(formatDate(new Date(last), "dayTime", language))}
        </span>
      )}
    </SafetyRow>
  );
}
