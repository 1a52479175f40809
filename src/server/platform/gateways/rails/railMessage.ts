import type { Centavos } from "#common/money.ts";
import { pesosOf } from "./amounts.ts";
import { allAt, type Element, needAt, textAt, textsIn } from "./xml.ts";

/** The status of a transfer, by the codes of ISO 20022 that both sides use (docs/rails.md). */
export const STATUSES = ["ACTC", "ACSP", "ACSC", "ACCC", "PDNG", "RJCT"] as const;

/** The details of our transfer that a message repeats, as far as it does. */
type Repeated = {
  amount: Centavos | undefined;
  accountNumber: string | undefined;
  bankBic: string | undefined;
};

/** A status report for one transfer, with the details that it repeats. */
export type TransactionReport = Repeated & {
  refNo: string;
  status: (typeof STATUSES)[number];
  reasonCodes: string[];
  /** The rail's own references. */
  railReferences: string[];
};

/** The return of one transfer. */
export type ReturnedOne = Repeated & {
  refNo: string;
  /** The returned amount: all of it, or it does not match. */
  amount: Centavos;
  reasonCodes: string[];
};

/** A group status: the status of all transfers in a message of ours, whose MsgId is `originalId`. */
export type GroupReport = {
  originalId: string;
  status: "ACTC" | "ACSC" | "RJCT";
  reasonCode: string | undefined;
  count: number | undefined;
  total: Centavos | undefined;
};

/**
 * A part of a message that cannot be acted on: the reason, and every name by which it may identify a transfer.
 * For a part the transfers that it names are meant, for a whole message also those of the files that it names.
 */
export type Unclear = {
  references: string[];
  reason: string;
  isOfAll?: boolean;
  /** A part of a message that is about a whole message of ours. */
  isOfWhole?: boolean;
};

/** A rail's message to us. `originalIds` are the MsgIds of ours that it is about. */
export type RailMessage = { messageId: string; originalIds: string[]; unclear: Unclear[] } & (
  | { kind: "status"; groups: GroupReport[]; transfers: TransactionReport[] }
  | { kind: "return"; transfers: ReturnedOne[] }
);

export type Unreadable = { kind: "unreadable"; reason: string };

const isUnclear = (part: object): part is Unclear => "reason" in part;

/** The clear parts. */
export function clearOf<T extends object>(parts: readonly (T | Unclear | undefined)[]): T[] {
  return parts.flatMap((part) => (part === undefined || isUnclear(part) ? [] : [part]));
}

/** The unclear parts. */
export function unclearOf(parts: readonly (object | undefined)[]): Unclear[] {
  return parts.flatMap((part) => (part !== undefined && isUnclear(part) ? [part] : []));
}

export function unclear(part: Element, reason: string): Unclear {
  return { references: textsIn(part), reason, isOfAll: false };
}

/** Our reference of a transfer; undefined where a part has none, or two that differ. */
export function referenceIn(one: Element): string | undefined {
  const found = ["OrgnlEndToEndId", "OrgnlTxId"].flatMap((name) => textAt(one, name) ?? []);
  const [reference, ...others] = new Set(found);
  return others.length === 0 ? reference : undefined;
}

/** Status reports and returns are about transfers, not about other messages of ours. */
const TRANSFERS = /^pacs\.008(\.\d{3}\.\d{2})?$/;

/** Whether the original message, where it is named (OrgnlGrpInf and the like), is one of transfers. */
export function isOfTransfers(originals: readonly Element[]): boolean {
  return originals.every((original) => TRANSFERS.test(needAt(original, "OrgnlMsgNmId")));
}

export const OF_ANOTHER = "it is about another message than a transfer";

/** The MsgIds of ours that these parts say they are about. */
export function originalIdsIn(parts: readonly Element[]): string[] {
  return parts.flatMap((part) => textAt(part, "OrgnlGrpInf/OrgnlMsgId") ?? []);
}

/**
 * The details of the transfer that a part repeats; undefined when its amount is none that we could have sent.
 */
export function repeatedIn(one: Element): Repeated | undefined {
  const [amountElement] = allAt(one, "OrgnlTxRef/IntrBkSttlmAmt");
  const amount = amountElement === undefined ? undefined : pesosOf(amountElement);
  if (amountElement !== undefined && amount === undefined) return undefined;
  const account = allAt(one, "OrgnlTxRef/CdtrAcct/Id")[0];
  return {
    amount,
    accountNumber: account && (textAt(account, "Othr/Id") ?? textAt(account, "IBAN")),
    bankBic: textAt(one, "OrgnlTxRef/CdtrAgt/FinInstnId/BICFI"),
  };
}

/** The codes of all reasons at a place; a reason of the rail's own may be a code as well. */
export function reasonCodesIn(part: Element, name: "StsRsnInf" | "RtrRsnInf"): string[] {
  return allAt(part, `${name}/Rsn`)
    .flatMap(({ children }) => children.map(({ text }) => text))
    .filter((code) => /^[A-Z0-9]{4}$/.test(code));
}
