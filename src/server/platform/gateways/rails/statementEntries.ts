import { manilaDate } from "#common/manila.ts";
import type { Centavos } from "#common/money.ts";
import type { SettlementFault } from "#contract/staff/settlementFaults.ts";
import { pesosOf } from "./amounts.ts";
import { momentOf } from "./moments.ts";
import { allAt, type Element, needAt, textAt } from "./xml.ts";

/** One line of what a rail settled for us on a day. */
export type SettledEntry = {
  refNo: string;
  /** Of ours that went out and that came back; of other banks' that came in and that went back. */
  kind: "transfer" | "return" | "inward" | "inward_return";
  /** The bank that sent it, where the rail states it: two may call theirs alike. */
  senderBank: string | undefined;
  amount: Centavos;
  /** Noon of its day where the rail states no time. */
  at: Date;
  /** The entry that it is a line of: one may stand for several transfers. */
  entry: Element;
};

/** Whether it is money out of our account. */
export const isDebit = (kind: SettledEntry["kind"]): boolean =>
  kind === "transfer" || kind === "inward_return";

/** The lines of an entry of a day, yyyy-MM-dd; or the reason why it could only be read by guessing. */
export function readEntry(entry: Element, day: string): SettledEntry[] | SettlementFault {
  if (textAt(entry, "Sts/Cd") !== "BOOK") return "entry_not_booked";
  if (["true", "1"].includes(textAt(entry, "RvslInd") ?? "false")) return "entry_reversed";
  const kind = kindOf(entry);
  if (!isKind(kind)) return kind;
  const at = bookedAt(entry, day);
  if (!(at instanceof Date)) return at;
  const [amountElement] = allAt(entry, "Amt");
  const amount = amountElement && pesosOf(amountElement);
  if (amount === undefined) return "other_currency";
  const lines = linesOf(entry, amount, kind.startsWith("inward"));
  if (typeof lines === "string") return lines;
  return lines.map((line) => ({ ...line, kind, at, entry }));
}

/** Nothing else moves our account: transfers go out and come in, and either may be given back. */
function kindOf(entry: Element): SettledEntry["kind"] | SettlementFault {
  const isOut = needAt(entry, "CdtDbtInd") === "DBIT";
  const code = textAt(entry, "BkTxCd/Prtry/Cd");
  if (code === "TRANSFER") return isOut ? "transfer" : "inward";
  if (code === "RETURN") return isOut ? "entry_on_other_side" : "return";
  if (code === "GIVEN_BACK") return isOut ? "inward_return" : "entry_on_other_side";
  return "entry_of_no_kind";
}

const isKind = (kind: string): kind is SettledEntry["kind"] =>
  ["transfer", "return", "inward", "inward_return"].includes(kind);

function bookedAt(entry: Element, day: string): Date | SettlementFault {
  const [booked] = allAt(entry, "BookgDt");
  if (booked === undefined) return "entry_without_day";
  const date = textAt(booked, "Dt");
  if (date !== undefined) {
    // A day of another zone is none of Manila's.
    if (!/^\d{4}-\d\d-\d\d(?:\+08:00)?$/.test(date)) return "no_time_zone";
    return date.slice(0, 10) === day ? new Date(`${day}T12:00:00+08:00`) : "entry_other_day";
  }
  const moment = momentOf(needAt(booked, "DtTm"));
  if (moment === undefined) return "no_time_zone";
  const at = new Date(moment);
  return manilaDate(at) === day ? at : "entry_other_day";
}

type Line = Pick<SettledEntry, "refNo" | "amount" | "senderBank">;

/** Of one transfer the entry's amount is its own; several say theirs, on the entry's side, and make up the entry. */
function linesOf(entry: Element, amount: Centavos, isInward: boolean): Line[] | SettlementFault {
  const parts = allAt(entry, "NtryDtls/TxDtls");
  const lines: Line[] = [];
  for (const part of parts) {
    const refNo = referenceOf(part, isInward);
    if (refNo === undefined) return "entry_without_transfer";
    const [said] = allAt(part, "Amt");
    const side = textAt(part, "CdtDbtInd") ?? needAt(entry, "CdtDbtInd");
    const own = said === undefined && parts.length === 1 ? amount : said && pesosOf(said);
    if (own === undefined || side !== needAt(entry, "CdtDbtInd")) return "entry_of_parts";
    const senderBank = textAt(part, "RltdAgts/DbtrAgt/FinInstnId/BICFI");
    lines.push({ refNo, amount: own, senderBank });
  }
  if (lines.length === 0) return "entry_without_transfer";
  const sum = lines.reduce((total, line) => total + line.amount, 0n);
  return sum === amount ? lines : "entry_of_parts";
}

function referenceOf(part: Element, isInward: boolean): string | undefined {
  // What another bank sends is known by its TxId, whatever its customer called it.
  if (isInward) return textAt(part, "Refs/TxId");
  const found = ["EndToEndId", "TxId"].flatMap((name) => textAt(part, `Refs/${name}`) ?? []);
  const [reference, ...others] = new Set(found.filter((one) => one !== ""));
  return others.length === 0 ? reference : undefined;
}
