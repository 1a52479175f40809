import { Pages } from "#console/table/Pages.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile, MemberTransfer } from "#contract/staff/members.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { placeOf, transfersRead } from "./memberReads.ts";
import { Moment } from "./Moment.tsx";
import { TransferLink } from "./TransferLink.tsx";
import { PartState } from "./PartState.tsx";

const KINDS: Record<string, "ok" | "bad" | "warn" | "info"> = {
  credited: "ok",
  returned: "bad",
  unknown: "warn",
};

/** Transfers with every change of their state. */
export function TransfersPart({ file }: { file: MemberFile }) {
  const texts = useTexts("members");
  const [params, setParams] = useSearchParams();
  const read = useQuery(transfersRead(file.memberGuid, placeOf(params)));
  return (
    <PartState read={read}>
      {({ rows, next, previous }) =>
        rows.length === 0 ? (
          <EmptyState title={texts.transfers.none} />
        ) : (
          <>
            <Transfers rows={rows} officeId={file.officeId} />
            <Pages
              words={texts}
              previous={previous}
              next={next}
              onTurn={(place) => setParams({ part: "transfers", ...place })}
            />
          </>
        )
      }
    </PartState>
  );
}

function Transfers({ rows, officeId }: { rows: MemberTransfer[]; officeId: string }) {
  const { transfers: texts, tabs } = useTexts("members");
  return (
    <PlainTable
      caption={tabs.transfers}
      rows={rows}
      keyOf={({ refNo }) => refNo}
      columns={[
        {
          key: "reference",
          head: texts.reference,
          cell: ({ refNo }) => <TransferLink refNo={refNo} officeId={officeId} />,
        },
        { key: "accepted", head: texts.accepted, cell: (row) => <Moment at={row.acceptedAt} /> },
        {
          key: "amount",
          head: texts.amount,
          isFigure: true,
          cell: (row) => <Money amount={row.amount} />,
        },
        { key: "from", head: texts.from, cell: ({ from }) => from },
        { key: "to", head: texts.to, cell: ({ to }) => to },
        {
          key: "state",
          head: texts.state,
          cell: ({ state }) => (
            <StatusTag kind={KINDS[state] ?? "info"}>{texts.states[state] ?? state}</StatusTag>
          ),
        },
        {
          key: "history",
          head: texts.history,
          cell: ({ steps }) => (
            <ul className="m-steps">
              {steps.map(({ state, at }) => (
                <li key={`${state} ${at}`}>
                  {texts.states[state] ?? state} <Moment at={at} />
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}
