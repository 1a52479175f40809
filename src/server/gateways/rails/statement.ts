import { addDays, manilaDate } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import { pesosAt, type Unreadable } from "./inMessages.ts";
import { allAt, type Element, needAt, readXml } from "./xml.ts";

/** One line of what a rail settled for us on a day. */
export type SettledEntry = {
  refNo: string;
  kind: "transfer" | "return";
  amount: Centavos;
  railReference: string;
  at: Date;
};
export type Statement = { messageId: string; entries: SettledEntry[] };

/** Which statement was asked for. */
type Asked = {
  /** yyyy-MM-dd in Manila. */
  day: string;
  /** Our BIC: the account at the rail is ours. */
  participant: string;
};

/**
 * Reads the camt.053 of a day. The rail's signature does not say what was asked, so one of another day, of
 * another participant's account, or whose counts, sums and balances are not those of its entries is
 * 'unreadable', and so is one with an entry of another day, or with one that is on the other side of our
 * account than what it says it is.
 */
export function readStatement(
  bytes: Uint8Array,
  mostBytes: number,
  asked: Asked,
): Statement | Unreadable {
  const read = readXml(bytes, mostBytes);
  if (read.kind === "unreadable") return read;
  const [report] = read.root.children;
  const [statement] = report === undefined ? [] : allAt(report, "Stmt");
  if (read.type !== "camt.053.001.08" || report === undefined || statement === undefined) {
    return { kind: "unreadable", reason: "it is no statement" };
  }
  const lines = allAt(statement, "Ntry");
  if (!lines.every(isOnItsSide)) {
    return { kind: "unreadable", reason: "an entry is not on the side of what it is" };
  }
  const entries = lines.map((entry): SettledEntry => ({
    refNo: needAt(entry, "NtryDtls/TxDtls/Refs/EndToEndId"),
    kind: needAt(entry, "CdtDbtInd") === "CRDT" ? "return" : "transfer",
    amount: pesosAt(entry, "Amt"),
    railReference: needAt(entry, "AcctSvcrRef"),
    at: momentOf(needAt(entry, "BookgDt/DtTm")),
  }));
  const reason = whatIsWrong(statement, entries, asked);
  if (reason !== undefined) return { kind: "unreadable", reason };
  return { messageId: needAt(report, "GrpHdr/MsgId"), entries };
}

/** Nothing else moves our account: what goes out is a transfer, what comes in is a return. */
function isOnItsSide(entry: Element): boolean {
  const code = needAt(entry, "BkTxCd/Prtry/Cd");
  return code === (needAt(entry, "CdtDbtInd") === "DBIT" ? "TRANSFER" : "RETURN");
}

function whatIsWrong(
  statement: Element,
  entries: readonly SettledEntry[],
  { day, participant }: Asked,
): string | undefined {
  if (!isAt(statement, "FrToDt/FrDtTm", day) || !isAt(statement, "FrToDt/ToDtTm", addDays(day, 1)))
    return "it is of another day";
  if (needAt(statement, "Acct/Id/Othr/Id") !== participant) return "it is of another account";
  if (entries.some(({ at }) => Number.isNaN(at.getTime()) || manilaDate(at) !== day))
    return "an entry is of another day";
  const credits = totalOf(entries.filter(({ kind }) => kind === "return"));
  const debits = totalOf(entries.filter(({ kind }) => kind === "transfer"));
  const all = { count: entries.length, sum: credits.sum + debits.sum };
  const net = credits.sum - debits.sum;
  const hasTotals =
    says(statement, "TxsSummry/TtlNtries", all) &&
    says(statement, "TxsSummry/TtlCdtNtries", credits) &&
    says(statement, "TxsSummry/TtlDbtNtries", debits) &&
    allAt(statement, "TxsSummry/TtlNtries/TtlNetNtry").every((one) => signedOf(one) === net);
  if (!hasTotals) return "its totals are not those of its entries";
  const [opening, closing] = [balanceOf(statement, "OPBD"), balanceOf(statement, "CLBD")];
  if (opening === undefined || closing === undefined || opening + net !== closing)
    return "its balances are not those of its entries";
  return undefined;
}

type Total = { count: number; sum: Centavos };

const totalOf = (entries: readonly SettledEntry[]): Total => ({
  count: entries.length,
  sum: entries.reduce((sum, { amount }) => sum + amount, 0n),
});

function says(statement: Element, path: string, { count, sum }: Total): boolean {
  const isCount = Number(needAt(statement, `${path}/NbOfNtries`)) === count;
  return isCount && pesosAt(statement, `${path}/Sum`) === sum;
}

/** An amount with its side; what is ours at the rail is positive. */
function signedOf(element: Element): Centavos {
  const amount = pesosAt(element, "Amt");
  return needAt(element, "CdtDbtInd") === "DBIT" ? -amount : amount;
}

/** Undefined where it stands there twice or not at all. */
function balanceOf(statement: Element, code: "OPBD" | "CLBD"): Centavos | undefined {
  const found = allAt(statement, "Bal").filter((one) => needAt(one, "Tp/CdOrPrtry/Cd") === code);
  const [balance] = found;
  return balance === undefined || found.length > 1 ? undefined : signedOf(balance);
}

/** Whether a moment is the beginning of a day of Manila. */
function isAt(statement: Element, path: string, day: string): boolean {
  const start = new Date(`${day}T00:00:00+08:00`).getTime();
  return momentOf(needAt(statement, path)).getTime() === start;
}

/** A moment that names no offset is none: it would be that of whichever house reads it. */
function momentOf(text: string): Date {
  return /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : new Date(Number.NaN);
}
