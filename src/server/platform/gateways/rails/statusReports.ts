import { centavosOf } from "./amounts.ts";
import {
  clearOf,
  isOfTransfers,
  OF_ANOTHER,
  originalIdsIn,
  type RailMessage,
  reasonCodesIn,
  referenceIn,
  repeatedIn,
  type GroupReport,
  type TransactionReport,
  STATUSES,
  unclear,
  type Unclear,
  unclearOf,
} from "./railMessage.ts";
import { allAt, type Element, needAt, textAt } from "./xml.ts";

/**
 * The group status that counts for transfers under way; one about a part of them, or none, is no status of the
 * group.
 */
const GROUPS: Record<string, GroupReport["status"] | "nothing"> = {
  ACTC: "ACTC",
  ACCP: "ACTC",
  ACSP: "ACTC",
  RCVD: "ACTC",
  ACSC: "ACSC",
  RJCT: "RJCT",
  PART: "nothing",
  PDNG: "nothing",
};
/** About another message than a transfer (an inquiry, a recall) these say nothing of the transfer. */
const FINAL: ReadonlySet<string> = new Set(["ACSC", "ACCC", "RJCT"]);

/** Reads a pacs.002: the statuses of transfers and of whole files. */
export function readStatus(report: Element): RailMessage {
  const originals = allAt(report, "OrgnlGrpInfAndSts");
  const groups = originals.map(groupOf).map((group) => group && ofWhole(group));
  const parts = allAt(report, "TxInfAndSts");
  const isOfOurs = isOfTransfers(originals);
  const transfers = parts.map((one) => transferOf(one, isOfOurs));
  const reports = clearOf<TransactionReport>(transfers);
  const ofGroups = clearOf<GroupReport>(groups);
  const against =
    groupContradiction(ofGroups, reports) ??
    repeatContradiction(reports.map(({ refNo, status }) => [refNo, status])) ??
    repeatContradiction(originals.flatMap(wholeStatus));
  const message = {
    kind: "status" as const,
    messageId: needAt(report, "GrpHdr/MsgId"),
    originalIds: [
      ...originals.map((original) => needAt(original, "OrgnlMsgId")),
      ...originalIdsIn(parts),
    ],
  };
  if (against !== undefined) {
    const all = { ...unclear(report, against), isOfAll: true };
    return { ...message, groups: [], transfers: [], unclear: [all] };
  }
  return {
    ...message,
    groups: ofGroups,
    transfers: reports,
    unclear: unclearOf([...groups, ...transfers]),
  };
}

/** Undefined where there is no status of the group. */
function groupOf(original: Element): GroupReport | Unclear | undefined {
  const status = textAt(original, "GrpSts");
  const means = status === undefined ? "nothing" : GROUPS[status];
  if (means === undefined) return unclear(original, `it says ${status} of the whole`);
  if (means === "nothing") return undefined;
  if (!isOfTransfers([original])) return unclear(original, OF_ANOTHER);
  if (means === "RJCT" && !isRefusedByAllCounts(original)) {
    return unclear(original, "it refuses the whole and counts others than refused");
  }
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

/** Includes a group status that decides nothing, such as 'in part'. */
function wholeStatus(original: Element): [id: string, status: string][] {
  const status = textAt(original, "GrpSts");
  return status === undefined ? [] : [[needAt(original, "OrgnlMsgId"), status]];
}

function isRefusedByAllCounts(original: Element): boolean {
  return allAt(original, "NbOfTxsPerSts").every(
    (one) => needAt(one, "DtldSts") === "RJCT" || Number(needAt(one, "DtldNbOfTxs")) === 0,
  );
}

function ofWhole<T extends GroupReport | Unclear>(group: T): T {
  return "reason" in group ? { ...group, isOfWhole: true } : group;
}

function transferOf(one: Element, isOfOurs: boolean): TransactionReport | Unclear {
  const refNo = referenceIn(one);
  if (refNo === undefined) return unclear(one, "it does not name one transfer");
  const status = STATUSES.find((known) => known === textAt(one, "TxSts"));
  if (status === undefined) {
    return unclear(one, `it says ${textAt(one, "TxSts") ?? "nothing"} of a transfer`);
  }
  if (FINAL.has(status) && !(isOfOurs && isOfTransfers(allAt(one, "OrgnlGrpInf")))) {
    return unclear(one, OF_ANOTHER);
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

/** Why group and transfers contradict each other: in a rejected group each transfer is rejected. */
function groupContradiction(
  groups: readonly GroupReport[],
  transfers: readonly TransactionReport[],
): string | undefined {
  const isRefused = groups.some(({ status }) => status === "RJCT");
  const isOther = transfers.some(({ status }) => status !== "RJCT");
  return isRefused && isOther ? "it refuses the whole and not each transfer of it" : undefined;
}

/** Why two statuses of one transfer, or of one group, contradict each other. */
function repeatContradiction(
  statuses: readonly (readonly [name: string, status: string])[],
): string | undefined {
  const seen = new Map<string, string>();
  for (const [name, status] of statuses) {
    if ((seen.get(name) ?? status) !== status) return "it says two things of one transfer or file";
    seen.set(name, status);
  }
  return undefined;
}
