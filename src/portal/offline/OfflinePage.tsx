import { brand } from "#brand";
import { loadConfig } from "#client/config.ts";
import { findBalances, type LastBalances } from "#portal/api/lastBalances.ts";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { changeLanguage, useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Wordmark } from "#ui/Mark.tsx";
import { Money } from "#ui/Money.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Ribbon } from "#ui/Ribbon.tsx";
import { Segmented } from "#ui/Segmented.tsx";
import { WordsProvider } from "#ui/words.tsx";
import { useCallback, useEffect, useState } from "react";
import "./offline.css";

const ASK_AGAIN_MS = 5000;

/**
 * In place of every page that cannot be fetched: says so, shows the last balances where the member chose to keep them,
 * and goes on to the page by itself when the bank answers. It touches no session and sends nothing.
 */
export function OfflinePage() {
  const { words } = useTexts("common");
  const { offline } = useTexts("app");
  const kept = useKept();
  const title = navigator.onLine ? offline.titleUnreachable : offline.title;
  useEffect(() => {
    document.title = `${title} · ${brand.portal}`;
  }, [title]);
  return (
    <WordsProvider value={words}>
      <header className="offline-head">
        <Wordmark />
        <Language />
      </header>
      <Ribbon code="SHELL" className="offline-strip" />
      <main className="offline-page">
        <h1>{title}</h1>
        <p className="sub">
          {offline.lead} {offline.kept}
        </p>
        <Again />
        {kept !== "asking" && <Balances kept={kept} />}
        <p className="offline-urgent">{offline.urgent}</p>
        <CallUs />
      </main>
    </WordsProvider>
  );
}

function Language() {
  const common = useTexts("common");
  const language = useLanguage();
  return (
    <Segmented
      label={common.language}
      value={language}
      onInk
      choices={[
        { value: "en", label: "EN", spoken: "English", lang: "en" },
        { value: "fil", label: "FIL", spoken: "Filipino", lang: "fil" },
      ]}
      onChange={(chosen) => void changeLanguage(chosen)}
    />
  );
}

function useKept(): LastBalances | undefined | "asking" {
  const [kept, setKept] = useState<LastBalances | undefined | "asking">("asking");
  useEffect(() => {
    void findBalances().then(setKept);
  }, []);
  return kept;
}

/** Asks for the bank every few seconds, and at a press. With its answer the page that was wanted is fetched anew. */
function Again() {
  const { offline } = useTexts("app");
  const [isAsking, setIsAsking] = useState(false);
  const ask = useCallback(async () => {
    if ((await loadConfig({ fresh: true })) !== undefined) location.reload();
  }, []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (navigator.onLine) void ask();
    }, ASK_AGAIN_MS);
    const onOnline = () => void ask();
    addEventListener("online", onOnline);
    return () => {
      clearInterval(timer);
      removeEventListener("online", onOnline);
    };
  }, [ask]);
  return (
    <Button
      look="primary"
      pending={isAsking}
      pendingLabel={offline.trying}
      onClick={() => {
        setIsAsking(true);
        void ask().then(() => setIsAsking(false));
      }}
    >
      {offline.tryAgain}
    </Button>
  );
}

function Balances({ kept }: { kept: LastBalances | undefined }) {
  const { offline } = useTexts("app");
  const language = useLanguage();
  if (kept === undefined) {
    return (
      <Panel>
        <EmptyState title={offline.noBalances}>{offline.noBalancesMeaning}</EmptyState>
      </Panel>
    );
  }
  const { accounts, card } = kept;
  return (
    <section aria-labelledby="balances">
      <SectionHead id="balances" title={offline.balances} />
      <p className="meta offline-when">
        <b>{offline.asOf(formatDate(new Date(kept.asOf), "dayTime", language))}.</b>{" "}
        {offline.mayDiffer}
      </p>
      <Panel>
        <ul>
          {accounts.map(({ name, tail, withdrawable }) => (
            <Row
              key={`${name} ${tail}`}
              name={name}
              tail={tail}
              label={offline.withdrawable}
              amount={withdrawable}
            />
          ))}
          {card !== null && (
            <Row
              name={brand.cardDisplayName}
              tail={card.tail}
              label={offline.onCard}
              amount={card.balance}
            />
          )}
        </ul>
      </Panel>
    </section>
  );
}

function Row(props: { name: string; tail: string; label: string; amount: string }) {
  const { offline } = useTexts("app");
  return (
    <li className="offline-row">
      <b>{props.name}</b>
      <span className="meta">
        <span aria-hidden="true">•••• {props.tail}</span>
        <span className="sr">{offline.ending(props.tail)}</span>
      </span>
      <span className="offline-amount">
        <Money amount={BigInt(props.amount)} />
      </span>
      <span className="meta">{props.label}</span>
    </li>
  );
}
