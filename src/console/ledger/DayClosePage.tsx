import { Day, dayText } from "#console/parts/Day.tsx";
import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { queryClient, read } from "#console/api/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  type BusinessDay,
  closeBusinessDay,
  getBusinessDays,
  getControlFigures,
  getSuspense,
} from "#contract/staff/ledger.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel, SectionHead } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LedgerTabs } from "./LedgerTabs.tsx";

/** What must be right before a day is closed, the closing, and the days that are closed. */
export function DayClosePage() {
  const language = useLanguage();
  const texts = useTexts("ledger");
  const may = useMay();
  const query = useQuery({
    queryKey: ["businessDays"],
    queryFn: async ({ signal }) => (await read(getBusinessDays, {}, signal)).result,
  });
  const [closing, setClosing] = useState<string>();
  return (
    <div className="c-page">
      <PageHead title={texts.dayClose} />
      <LedgerTabs />
      <Loaded query={query}>
        {({ next, closedThrough, days }) => (
          <>
            <Panel padded className="ops-bar">
              <div className="c-grow">
                <b>
                  {next === null
                    ? texts.nothingToClose
                    : texts.nextToClose(dayText(next, language))}
                </b>
                <p className="meta">
                  {closedThrough === null
                    ? texts.neverClosed
                    : texts.closedThrough(dayText(closedThrough, language))}
                </p>
              </div>
              {next !== null && may("ledger.close_day") && (
                <Button look="primary" onClick={() => setClosing(next)}>
                  {texts.closeThis}
                </Button>
              )}
            </Panel>
            <Controls />
            <Suspense />
            <SectionHead title={texts.closedDays} />
            <ClosedDays days={days} />
          </>
        )}
      </Loaded>
      {closing !== undefined && <CloseDialog day={closing} onClose={() => setClosing(undefined)} />}
    </div>
  );
}

function CloseDialog({ day, onClose }: { day: string; onClose: () => void }) {
  const language = useLanguage();
  const texts = useTexts("ledger");
  const common = useTexts("common");
  const [problem, setProblem] = useState("");
  const [isPending, setIsPending] = useState(false);
  async function close() {
    setIsPending(true);
    const answer = await call(closeBusinessDay, { body: { day } });
    setIsPending(false);
    void queryClient.invalidateQueries();
    if (!answer.status) return setProblem(failureText(answer));
    showToast({ kind: "ok", text: texts.isClosed(dayText(day, language)) });
    onClose();
  }
  return (
    <Dialog title={texts.closeTitle(dayText(day, language))} onClose={onClose} role="alertdialog">
      <div className="form-fields">
        {problem !== "" && (
          <Notice kind="bad" role="alert">
            {problem}
          </Notice>
        )}
        <p>{texts.closeMeaning}</p>
        <div className="form-actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            look="primary"
            pending={isPending}
            pendingLabel={texts.closing}
            onClick={() => void close()}
          >
            {texts.closeThis}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Controls() {
  const texts = useTexts("ledger");
  const language = useLanguage();
  const query = useQuery({
    queryKey: ["controlFigures"],
    queryFn: async ({ signal }) => (await read(getControlFigures, {}, signal)).result,
  });
  return (
    <>
      <SectionHead title={texts.controls} />
      <Loaded query={query}>
        {(of) => (
          <div className="ops-grid">
            <Panel padded>
              <Meets isRight={of.paidOver === of.received} />
              <KeyValueList
                isTight
                rows={[
                  {
                    key: "a",
                    name: texts.fundingAtIssuer,
                    value: <Money amount={of.fundingAtIssuer} />,
                  },
                  { key: "b", name: texts.inTransit, value: <Money amount={of.inTransit} /> },
                  {
                    key: "c",
                    name: texts.fundingReceived,
                    value: <Money amount={of.fundingReceived} />,
                  },
                  { key: "d", name: texts.paidOver, value: <Money amount={of.paidOver} /> },
                  { key: "e", name: texts.received, value: <Money amount={of.received} /> },
                ]}
              />
            </Panel>
            <Panel padded>
              <Meets isRight={of.cardAccounts === of.cardBalances} />
              <KeyValueList
                isTight
                rows={[
                  { key: "a", name: texts.cardAccounts, value: <Money amount={of.cardAccounts} /> },
                  { key: "b", name: texts.cardBalances, value: <Money amount={of.cardBalances} /> },
                ]}
              />
            </Panel>
            <Panel padded>
              <Meets isRight={of.checkedAt !== null && of.breaches.length === 0} />
              <p className="meta">
                {of.checkedAt === null ? (
                  texts.neverChecked
                ) : (
                  <>
                    {texts.checkedAt}{" "}
                    <DateText at={new Date(of.checkedAt)} form="dayTime" language={language} />
                  </>
                )}
              </p>
              <ul>
                {of.breaches.map(({ rule, account, detail }) => (
                  <li key={`${rule} ${account} ${detail}`}>
                    {texts.rules[rule] ?? texts.otherRule} {account} <code>{detail}</code>
                  </li>
                ))}
              </ul>
            </Panel>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Meets({ isRight }: { isRight: boolean }) {
  const texts = useTexts("ledger");
  return (
    <StatusTag kind={isRight ? "ok" : "bad"}>{isRight ? texts.agrees : texts.agreesNot}</StatusTag>
  );
}

function Suspense() {
  const texts = useTexts("ledger");
  const query = useQuery({
    queryKey: ["suspense"],
    queryFn: async ({ signal }) => (await read(getSuspense, {}, signal)).results,
  });
  return (
    <>
      <SectionHead title={texts.suspense} />
      <Loaded query={query}>
        {(items) => (
          <PlainTable
            caption={texts.suspense}
            rows={items}
            keyOf={({ book, code, reference }) => `${book} ${code} ${reference}`}
            empty={texts.noSuspense}
            columns={[
              {
                key: "account",
                head: texts.account,
                cell: ({ book, code }) => `${book} ${code}`,
              },
              {
                key: "reference",
                head: texts.reference,
                cell: ({ reference }) => <Reference value={reference} />,
              },
              { key: "since", head: texts.since, cell: ({ since }) => <Day on={since} /> },
              {
                key: "age",
                head: texts.age,
                cell: ({ isOld }) => (
                  <StatusTag kind={isOld ? "bad" : "neutral"}>
                    {isOld ? texts.tooOld : texts.fresh}
                  </StatusTag>
                ),
              },
              {
                key: "net",
                head: texts.amount,
                isFigure: true,
                cell: ({ net }) => <Money amount={net} />,
              },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}

function ClosedDays({ days }: { days: BusinessDay[] }) {
  const texts = useTexts("ledger");
  const language = useLanguage();
  return (
    <PlainTable
      caption={texts.closedDays}
      rows={days}
      keyOf={({ day }) => day}
      empty={texts.neverClosed}
      columns={[
        { key: "day", head: texts.businessDate, cell: ({ day }) => <Day on={day} /> },
        {
          key: "state",
          head: texts.state,
          cell: ({ state }) => (
            <StatusTag kind={state === "closed" ? "ok" : "warn"}>
              {texts.dayStates[state]}
            </StatusTag>
          ),
        },
        { key: "by", head: texts.by, cell: ({ closedBy, begunBy }) => closedBy ?? begunBy },
        {
          key: "at",
          head: texts.at,
          cell: ({ closedAt, begunAt }) => (
            <DateText at={new Date(closedAt ?? begunAt)} form="dayTime" language={language} />
          ),
        },
        {
          key: "entries",
          head: texts.entries,
          isFigure: true,
          cell: ({ entries }) => (entries === null ? "–" : String(entries)),
        },
        {
          key: "suspense",
          head: texts.oldSuspense,
          isFigure: true,
          cell: ({ oldSuspense }) => String(oldSuspense),
        },
      ]}
    />
  );
}
