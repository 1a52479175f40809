import type { Centavos } from "#common/money.ts";
import { pesosOf } from "./amounts.ts";
import {
  clearOf,
  isOfTransfers,
  OF_ANOTHER,
  originalIdsIn,
  type RailMessage,
  reasonCodesIn,
  referenceIn,
  repeatedIn,
  type ReturnedOne,
  unclear,
  type Unclear,
  unclearOf,
  type Unreadable,
} from "./railMessage.ts";
import { allAt, type Element, needAt } from "./xml.ts";

/** The returns in a pacs.004. Its count and its sum, where it has one, must be those of its parts. */
export function readReturn(report: Element): RailMessage | Unreadable {
  const parts = allAt(report, "TxInf");
  if (parts.length === 0) return unreadable("it names no transfer that comes back");
  if (Number(needAt(report, "GrpHdr/NbOfTxs")) !== parts.length) {
    return unreadable("its count is not that of its transfers");
  }
  const [total] = allAt(report, "GrpHdr/TtlRtrdIntrBkSttlmAmt");
  if (total !== undefined && pesosOf(total) !== sumOf(parts)) {
    return unreadable("its sum is not that of its transfers");
  }
  const isOfOurs = isOfTransfers(allAt(report, "OrgnlGrpInf"));
  const read = parts.map((part) => partOf(part, isOfOurs));
  return {
    kind: "return",
    messageId: needAt(report, "GrpHdr/MsgId"),
    originalIds: originalIdsIn([report, ...parts]),
    transfers: clearOf<ReturnedOne>(read),
    unclear: unclearOf(read),
  };
}

function partOf(part: Element, isOfOurs: boolean): ReturnedOne | Unclear {
  const refNo = referenceIn(part);
  if (refNo === undefined) return unclear(part, "it does not name one transfer");
  if (!(isOfOurs && isOfTransfers(allAt(part, "OrgnlGrpInf")))) return unclear(part, OF_ANOTHER);
  const amount = amountAt(part, "RtrdIntrBkSttlmAmt");
  const repeated = repeatedIn(part);
  if (amount === undefined || repeated === undefined) {
    return unclear(part, "its amount is not in pesos and centavos");
  }
  const [original] = allAt(part, "OrgnlIntrBkSttlmAmt");
  const others = [original === undefined ? amount : pesosOf(original), repeated.amount ?? amount];
  if (others.some((other) => other !== amount)) {
    return unclear(part, "what comes back is not what was sent");
  }
  return { ...repeated, refNo, amount, reasonCodes: reasonCodesIn(part, "RtrRsnInf") };
}

function amountAt(part: Element, name: string): Centavos | undefined {
  const [found] = allAt(part, name);
  return found && pesosOf(found);
}

function sumOf(parts: readonly Element[]): Centavos {
  return parts.reduce((sum, part) => sum + (amountAt(part, "RtrdIntrBkSttlmAmt") ?? 0n), 0n);
}

function unreadable(reason: string): Unreadable {
  return { kind: "unreadable", reason };
}
