import { Who } from "#console/parts/Who.tsx";
import { Day, dayText } from "#console/parts/Day.tsx";
import { serverDate } from "#client/clock.ts";
import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { manilaDate } from "#common/manila.ts";
import {
  askForProof,
  listProofs,
  type ProofLine,
  type ReconciliationProof,
} from "#contract/staff/reconciliation.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";
import { noteAskedProof } from "./proofReads.ts";
import { ProofsUnderWay } from "./ProofsUnderWay.tsx";
import { ReconciliationTabs } from "./ReconciliationTabs.tsx";
import "./reconciliation.css";

type Texts = Catalogue["reconciliation"];

/** The proofs that books and partners agree, day by day, kept for whoever asks. */
export function ProofPage() {
  const texts = useTexts("reconciliation");
  const language = useLanguage();
  const may = useMay();
  const [isProving, setIsProving] = useState(false);
  const list: List<ReconciliationProof> = {
    name: "reconciliation_proofs",
    title: texts.proof,
    lead: (
      <>
        <ReconciliationTabs />
        <ProofsUnderWay />
      </>
    ),
    read: listRead(listProofs),
    firstSort: "-at",
    rowId: ({ id }) => id,
    rowName: ({ day }) => dayText(day, language),
    columns: columnsOf(texts, language),
    filters: [{ type: "days", fromKey: "from", toKey: "to", label: texts.day }],
    ...(may("reconciliation.run") && {
      actions: (
        <>
          <Button onClick={() => setIsProving(true)}>{texts.prove}</Button>
          {isProving && <Prove onClose={() => setIsProving(false)} />}
        </>
      ),
    }),
    preview: (row, onClose) => <Preview key={row.id} row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Texts, language: string): readonly Column<ReconciliationProof>[] {
  return [
    { key: "day", head: texts.day, onCard: "name", cell: ({ day }) => <Day on={day} /> },
    {
      key: "at",
      head: texts.matchedAt,
      isSortable: true,
      cell: ({ at }) => <DateText at={new Date(at)} form="dayTime" language={language} />,
    },
    { key: "by", head: texts.madeBy, isMinor: true, cell: ({ madeBy }) => <Who name={madeBy} /> },
    {
      key: "wrong",
      head: texts.differing,
      isFigure: true,
      cell: ({ lines }) => lines.filter(({ isRight }) => !isRight).length,
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: ({ isRight }) => <Verdict isRight={isRight} />,
    },
  ];
}

function Verdict({ isRight }: { isRight: boolean }) {
  const texts = useTexts("reconciliation");
  return <StatusTag kind={isRight ? "ok" : "bad"}>{isRight ? texts.right : texts.wrong}</StatusTag>;
}

function Preview({ row, onClose }: { row: ReconciliationProof; onClose: () => void }) {
  const language = useLanguage();
  const texts = useTexts("reconciliation");
  return (
    <PreviewPanel title={`${texts.proof} ${dayText(row.day, language)}`} onClose={onClose}>
      {row.lines.map((line) => (
        <Line key={line.name} line={line} />
      ))}
    </PreviewPanel>
  );
}

function Line({ line }: { line: ProofLine }) {
  const texts = useTexts("reconciliation");
  const { theirs, ours, explained, accountTails } = line;
  const row = (name: string, amount: bigint) => ({
    key: name,
    name,
    value: <Money amount={amount} alwaysShown />,
  });
  return (
    <section className="p-line" aria-label={texts.proofLines[line.name]}>
      <h3>{texts.proofLines[line.name]}</h3>
      <Verdict isRight={line.isRight} />
      <KeyValueList
        isTight
        rows={[
          row(texts.ours, ours),
          theirs === null
            ? { key: "theirs", name: texts.theirs, value: texts.noAnswer }
            : row(texts.theirs, theirs),
          ...(explained === 0n ? [] : [row(texts.explained, explained)]),
          ...(line.isRight || theirs === null
            ? []
            : [row(texts.difference, theirs - ours - explained)]),
          ...(line.differing === 0
            ? []
            : [
                {
                  key: "differing",
                  name: texts.differing,
                  value: `${line.differing} / ${line.compared}`,
                },
              ]),
        ]}
      />
      {accountTails.length > 0 && <p className="meta">{texts.accounts(accountTails.join(", "))}</p>}
    </section>
  );
}

function Prove({ onClose }: { onClose: () => void }) {
  const texts = useTexts("reconciliation");
  const [day, setDay] = useState(() => manilaDate(serverDate()));
  return (
    <EditDialog
      title={texts.proveTitle}
      done={texts.proofAsked}
      send={async () => {
        const answer = await call(askForProof, { body: { day } });
        if (answer.status) noteAskedProof(answer.result);
        return answer;
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <TextField
          label={texts.day}
          hint={texts.proveHint}
          type="date"
          required
          error={errorOf("day")}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      )}
    </EditDialog>
  );
}
