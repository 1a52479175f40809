import { addDays, manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import type { Rail, RailTransferRecord } from "#sandbox/records.ts";
import type { World } from "#sandbox/world.ts";
import { incomingOf } from "./incomingRecords.ts";
import { document, element } from "./isoXml.ts";
import { transfersOf } from "./railBooks.ts";

type Settled = Pick<
  RailTransferRecord,
  "reference" | "endToEndId" | "messageId" | "amount" | "clearingReference"
>;
/** `from` is the bank that sent it to the participant. */
type Entry = {
  transfer: Settled;
  at: number;
  kind: "TRANSFER" | "RETURN" | "GIVEN_BACK";
  from?: string;
};

/**
 * camt.053 of a day of Manila: each transfer that was settled, either way, each that came back; 0.00 at the
 * start.
 */
export function settlementReport(world: World, rail: Rail, day: string): string {
  const entries = entriesOf(world, rail, day);
  const debits = sumOf(entries.filter((one) => !isIn(one)));
  const credits = sumOf(entries.filter(isIn));
  const net = credits.sum - debits.sum;
  const id = `${rail.toUpperCase()}-${day.replaceAll("-", "")}`;
  const now = world.now().toISOString();
  const root = element("BkToCstmrStmt", [
    element("GrpHdr", [element("MsgId", id), element("CreDtTm", now)]),
    element("Stmt", [
      element("Id", id),
      element("CreDtTm", now),
      element("FrToDt", [
        element("FrDtTm", startOf(day)),
        element("ToDtTm", startOf(addDays(day, 1))),
      ]),
      element("Acct", [
        element("Id", [element("Othr", [element("Id", world.railParticipant)])]),
        element("Ccy", "PHP"),
      ]),
      balance("OPBD", 0n, day),
      balance("CLBD", net, day),
      element("TxsSummry", [
        element("TtlNtries", [
          ...total(entries.length, debits.sum + credits.sum),
          element("TtlNetNtry", [element("Amt", toDecimal(magnitude(net))), side(net)]),
        ]),
        element("TtlCdtNtries", total(credits.count, credits.sum)),
        element("TtlDbtNtries", total(debits.count, debits.sum)),
      ]),
      ...entries.map(entryOf),
    ]),
  ]);
  return document("camt.053.001.08", root);
}

/** The days of Manila that are over and on which something was settled or came back, oldest first. */
export function daysToReport(world: World, rail: Rail): string[] {
  const today = manilaDate(world.now());
  const moved = [...transfersOf(world, rail), ...incomingOf(world, rail)];
  const days = moved.flatMap(({ settledAt, returnedAt }) =>
    [settledAt, returnedAt].flatMap((at) => (at === null ? [] : [manilaDate(new Date(at))])),
  );
  return [...new Set(days)].filter((day) => day < today).toSorted();
}

function entriesOf(world: World, rail: Rail, day: string): Entry[] {
  const entries = transfersOf(world, rail).flatMap((transfer): Entry[] => {
    const { settledAt, returnedAt } = transfer;
    return [
      ...(settledAt === null ? [] : [{ transfer, at: settledAt, kind: "TRANSFER" as const }]),
      ...(returnedAt === null ? [] : [{ transfer, at: returnedAt, kind: "RETURN" as const }]),
    ];
  });
  return [...entries, ...incomingEntries(world, rail)]
    .filter(({ at }) => manilaDate(new Date(at)) === day)
    .toSorted((a, b) => a.at - b.at);
}

function incomingEntries(world: World, rail: Rail): Entry[] {
  return incomingOf(world, rail).flatMap(
    ({ settledAt, returnedAt, bank: from, ...transfer }): Entry[] => [
      ...(settledAt === null ? [] : [{ transfer, at: settledAt, kind: "TRANSFER" as const, from }]),
      ...(returnedAt === null
        ? []
        : [{ transfer, at: returnedAt, kind: "GIVEN_BACK" as const, from }]),
    ],
  );
}

const isIn = ({ kind, from }: Entry) =>
  kind === "RETURN" || (kind === "TRANSFER" && from !== undefined);

function entryOf(entry: Entry, index: number): string {
  const { transfer, at, kind, from } = entry;
  return element("Ntry", [
    element("NtryRef", String(index + 1)),
    element('Amt Ccy="PHP"', toDecimal(transfer.amount)),
    element("CdtDbtInd", isIn(entry) ? "CRDT" : "DBIT"),
    element("Sts", [element("Cd", "BOOK")]),
    element("BookgDt", [element("DtTm", new Date(at).toISOString())]),
    element("AcctSvcrRef", transfer.clearingReference),
    element("BkTxCd", [element("Prtry", [element("Cd", kind)])]),
    element("NtryDtls", [
      element("TxDtls", [
        element("Refs", [
          element("MsgId", transfer.messageId),
          element("EndToEndId", transfer.endToEndId),
          element("TxId", transfer.reference),
        ]),
        from === undefined
          ? undefined
          : element("RltdAgts", [
              element("DbtrAgt", [element("FinInstnId", [element("BICFI", from)])]),
            ]),
      ]),
    ]),
  ]);
}

function balance(code: "OPBD" | "CLBD", amount: bigint, day: string): string {
  return element("Bal", [
    element("Tp", [element("CdOrPrtry", [element("Cd", code)])]),
    element('Amt Ccy="PHP"', toDecimal(magnitude(amount))),
    side(amount),
    element("Dt", [element("Dt", day)]),
  ]);
}

function sumOf(entries: Entry[]): { count: number; sum: bigint } {
  const sum = entries.reduce((all, { transfer }) => all + transfer.amount, 0n);
  return { count: entries.length, sum };
}

const total = (count: number, sum: bigint) => [
  element("NbOfNtries", String(count)),
  element("Sum", toDecimal(sum)),
];
const side = (amount: bigint) => element("CdtDbtInd", amount < 0n ? "DBIT" : "CRDT");
const magnitude = (amount: bigint) => (amount < 0n ? -amount : amount);
const startOf = (day: string) => new Date(`${day}T00:00:00+08:00`).toISOString();
