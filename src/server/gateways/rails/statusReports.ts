import { centavosOf } from "./amounts.ts";
import {
  clearOf,
  type RailMessage,
  reasonCodesIn,
  referenceIn,
  repeatedIn,
  type SaidOfGroup,
  type SaidOfOne,
  STATUSES,
  unclear,
  type Unclear,
  unclearOf,
} from "./railMessage.ts";
import { allAt, type Element, needAt, textAt } from "./xml.ts";

/** What all that is under way as a whole comes to; a part of the transfers, or nothing, says nothing of the group. */
const GROUPS: Record<string, SaidOfGroup["status"] | "nothing"> = {
  ACTC: "ACTC",
  ACCP: "ACTC",
  ACSP: "ACTC",
  RCVD: "ACTC",
  ACSC: "ACSC",
  RJCT: "RJCT",
  PART: "nothing",
  PDNG: "nothing",
};
/** What a status is about: transfers, and nothing else that we send. */
const TRANSFERS = /^pacs\.008(\.\d{3}\.\d{2})?$/;

/** How transfers and files stand, by a pacs.002. */
export function readStatus(report: Element): RailMessage {
  const originals = allAt(report, "OrgnlGrpInfAndSts");
  const groups = originals.map(groupOf);
  const transfers = allAt(report, "TxInfAndSts").map(transferOf);
  const said = clearOf<SaidOfOne>(transfers);
  const ofGroups = clearOf<SaidOfGroup>(groups);
  const against = saidAgainst(ofGroups, said) ?? saidTwice(said);
  const message = {
    kind: "status" as const,
    messageId: needAt(report, "GrpHdr/MsgId"),
    originalIds: originals.map((original) => needAt(original, "OrgnlMsgId")),
  };
  if (against !== undefined) {
    const all = { ...unclear(report, against), isOfAll: true };
    return { ...message, groups: [], transfers: [], unclear: [all] };
  }
  return {
    ...message,
    groups: ofGroups,
    transfers: said,
    unclear: unclearOf([...groups, ...transfers]),
  };
}

/** Undefined where nothing is said of the whole. */
function groupOf(original: Element): SaidOfGroup | Unclear | undefined {
  const status = textAt(original, "GrpSts");
  const means = status === undefined ? "nothing" : GROUPS[status];
  if (means === undefined) return unclear(original, `it says ${status} of the whole`);
  const isOfTransfers = TRANSFERS.test(needAt(original, "OrgnlMsgNmId"));
  if (means === "nothing") return undefined;
  if (!isOfTransfers) return unclear(original, "it is about another message than a transfer");
  const [count, sum] = [textAt(original, "OrgnlNbOfTxs"), textAt(original, "OrgnlCtrlSum")];
  const total = sum === undefined ? undefined : centavosOf(sum);
  if (sum !== undefined && total === undefined)
    return unclear(original, "its sum is not in centavos");
  return {
    originalId: needAt(original, "OrgnlMsgId"),
    status: means,
    reasonCode: reasonCodesIn(original, "StsRsnInf")[0],
    count: count === undefined ? undefined : Number(count),
    total,
  };
}

function transferOf(one: Element): SaidOfOne | Unclear {
  const refNo = referenceIn(one);
  if (refNo === undefined) return unclear(one, "it does not name one transfer");
  const status = STATUSES.find((known) => known === textAt(one, "TxSts"));
  if (status === undefined) {
    return unclear(one, `it says ${textAt(one, "TxSts") ?? "nothing"} of a transfer`);
  }
  const repeated = repeatedIn(one);
  if (repeated === undefined) return unclear(one, "its amount is not in pesos and centavos");
  const railReferences = ["ClrSysRef", "AcctSvcrRef", "OrgnlUETR", "StsId"];
  return {
    ...repeated,
    refNo,
    status,
    reasonCodes: reasonCodesIn(one, "StsRsnInf"),
    railReferences: railReferences.flatMap((name) => textAt(one, name) ?? []),
  };
}

const IS_CREDITED: ReadonlySet<string> = new Set(["ACSC", "ACCC"]);

/** Why the whole and its transfers cannot both be true: what was refused as a whole was credited to nobody. */
function saidAgainst(
  groups: readonly SaidOfGroup[],
  transfers: readonly SaidOfOne[],
): string | undefined {
  const isRefused = groups.some(({ status }) => status === "RJCT");
  const isCredited = transfers.some(({ status }) => IS_CREDITED.has(status));
  return isRefused && isCredited ? "it refuses the whole and credits a transfer of it" : undefined;
}

/** Why it cannot be true that two things are said of one transfer. */
function saidTwice(transfers: readonly SaidOfOne[]): string | undefined {
  const said = new Map<string, string>();
  for (const { refNo, status } of transfers) {
    if ((said.get(refNo) ?? status) !== status) return "it says two things of one transfer";
    said.set(refNo, status);
  }
  return undefined;
}
