import type { Centavos } from "#common/money.ts";
import { pesosOf } from "./amounts.ts";
import { allAt, type Element, needAt, textAt, textsIn } from "./xml.ts";

/** How a transfer stands, in the words of ISO 20022 that both sides use (docs/rails.md). */
export const STATUSES = ["ACTC", "ACSP", "ACSC", "ACCC", "PDNG", "RJCT"] as const;

/** What a message repeats of a transfer of ours, as far as it does. */
type Repeated = {
  amount: Centavos | undefined;
  accountNumber: string | undefined;
  bankBic: string | undefined;
};

/** What a rail says of one transfer, and what it says the transfer is. */
export type TransactionReport = Repeated & {
  refNo: string;
  status: (typeof STATUSES)[number];
  reasonCodes: string[];
  /** What the rail calls it. */
  railReferences: string[];
};

/** One transfer whose money comes back. */
export type ReturnedOne = Repeated & {
  refNo: string;
  /** What comes back, which is all of it, or it does not fit. */
  amount: Centavos;
  reasonCodes: string[];
};

/** What is said of all transfers in a message of ours, whose MsgId is `originalId`. */
export type GroupReport = {
  originalId: string;
  status: "ACTC" | "ACSC" | "RJCT";
  reasonCode: string | undefined;
  count: number | undefined;
  total: Centavos | undefined;
};

/**
 * What of a message says nothing to act on: why, and all by which it may name a transfer. Of a part the transfers that
 * are named are meant, of a whole message those of the files that it names too.
 */
export type Unclear = {
  references: string[];
  reason: string;
  isOfAll?: boolean;
  /** A part of a message that is about a whole message of ours. */
  isOfWhole?: boolean;
};

/** A message of a rail to us. `originalIds` are the MsgIds of ours that it is about. */
export type RailMessage = { messageId: string; originalIds: string[]; unclear: Unclear[] } & (
  | { kind: "status"; groups: GroupReport[]; transfers: TransactionReport[] }
  | { kind: "return"; transfers: ReturnedOne[] }
);

export type Unreadable = { kind: "unreadable"; reason: string };

const isUnclear = (part: object): part is Unclear => "reason" in part;

/** Those parts that are clear. */
export function clearOf<T extends object>(parts: readonly (T | Unclear | undefined)[]): T[] {
  return parts.flatMap((part) => (part === undefined || isUnclear(part) ? [] : [part]));
}

/** Those that are not. */
export function unclearOf(parts: readonly (object | undefined)[]): Unclear[] {
  return parts.flatMap((part) => (part !== undefined && isUnclear(part) ? [part] : []));
}

export function unclear(part: Element, reason: string): Unclear {
  return { references: textsIn(part), reason, isOfAll: false };
}

/** Our reference of a transfer: undefined where a part has none, or two that differ. */
export function referenceIn(one: Element): string | undefined {
  const found = ["OrgnlEndToEndId", "OrgnlTxId"].flatMap((name) => textAt(one, name) ?? []);
  const [reference, ...others] = new Set(found);
  return others.length === 0 ? reference : undefined;
}

/** What is answered or comes back: transfers, and nothing else that we send. */
const TRANSFERS = /^pacs\.008(\.\d{3}\.\d{2})?$/;

/** Whether what names the original message (OrgnlGrpInf and the like) names one of transfers, where it is there. */
export function isOfTransfers(originals: readonly Element[]): boolean {
  return originals.every((original) => TRANSFERS.test(needAt(original, "OrgnlMsgNmId")));
}

export const OF_ANOTHER = "it is about another message than a transfer";

/** The MsgIds of ours that these parts say they are about. */
export function originalIdsIn(parts: readonly Element[]): string[] {
  return parts.flatMap((part) => textAt(part, "OrgnlGrpInf/OrgnlMsgId") ?? []);
}

/** What a part repeats of the transfer; undefined when its amount is none that we could have sent. */
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
