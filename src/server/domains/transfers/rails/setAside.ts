import type {
  RailMessage,
  GroupReport,
  TransactionReport,
  Unclear,
} from "#server/platform/gateways/rails/railMessage.ts";
import { isBatched, RAIL_NAMES, type Rail } from "#contract/transferKinds.ts";
import { reasonOutcome } from "./reasonText.ts";

/**
 * Takes the contradictory parts out of a message and marks them as unclear: a status that its own reason code
 * denies, what is reported for a transfer beside an unreadable part about it, and a rejection in a group that
 * is reported credited or is unreadable.
 */
export function setAside(rail: Rail, message: RailMessage): RailMessage {
  if (message.kind === "return") {
    const [transfers, unclear] = split(message.transfers, besideUnclear(message.unclear));
    return { ...message, transfers, unclear: [...message.unclear, ...unclear] };
  }
  const [groups, deniedGroups] = split(message.groups, ({ status, reasonCode: code }) =>
    isDenied(rail, status, code === undefined ? [] : [code]) ? DENIED : undefined,
  );
  const [honest, denied] = split(message.transfers, ({ status, reasonCodes }) =>
    isDenied(rail, status, reasonCodes) ? DENIED : undefined,
  );
  const ofWhole = deniedGroups.map((one) => ({ ...one, isOfWhole: true }));
  const unclear = [...message.unclear, ...ofWhole, ...denied];
  const isBeside = besideUnclear(unclear);
  const mayRefuse = mayRefuseIn(rail, groups, unclear);
  const [transfers, others] = split(
    honest,
    (one) =>
      isBeside(one) ??
      (one.status === "RJCT" && !mayRefuse
        ? "it refuses what the whole may have credited"
        : undefined),
  );
  return { ...message, groups, transfers, unclear: [...unclear, ...others] };
}

const DENIED = "its status and its reason contradict each other";

type Named = { refNo: string } | { originalId: string };

/** Splits into consistent reports and unclear ones. */
function split<T extends Named>(
  parts: readonly T[],
  reasonAgainst: (part: T) => string | undefined,
): [T[], Unclear[]] {
  const clear: T[] = [];
  const unclear: Unclear[] = [];
  for (const part of parts) {
    const reason = reasonAgainst(part);
    const name = "refNo" in part ? part.refNo : part.originalId;
    if (reason === undefined) clear.push(part);
    else unclear.push({ references: [name], reason, isOfAll: false });
  }
  return [clear, unclear];
}

function besideUnclear(unclear: readonly Unclear[]) {
  const named = new Set(unclear.flatMap(({ references }) => references));
  return ({ refNo }: { refNo: string }): string | undefined =>
    named.has(refNo) ? "another part about the same transfer is not clear" : undefined;
}

/** Over InstaPay the group is the transfer; of a settled PESONet file single transfers may be returned. */
function mayRefuseIn(
  rail: Rail,
  groups: readonly GroupReport[],
  unclear: readonly Unclear[],
): boolean {
  if (unclear.some(({ isOfWhole = false }) => isOfWhole)) return false;
  return isBatched(rail) || groups.every(({ status }) => status !== "ACSC");
}

/** A credit with a reason code of a rejection, or a rejection with the reason code of a credit or a hold. */
function isDenied(
  rail: Rail,
  status: TransactionReport["status"],
  reasonCodes: readonly string[],
): boolean {
  const outcomes = reasonCodes.map(
    // A code that this rail does not know may be another rail's.
    (code) => [rail, ...RAIL_NAMES].map((one) => reasonOutcome(one, code)).find(isKnown) ?? "",
  );
  return outcomes.some((outcome) => (DENIALS[status] ?? []).includes(outcome));
}

const isKnown = (outcome: string | undefined) => outcome !== undefined;

const DENIALS: Partial<Record<TransactionReport["status"], readonly string[]>> = {
  ACSC: ["reject", "return", "held", "timeout"],
  ACCC: ["reject", "return", "held", "timeout"],
  ACTC: ["success"],
  ACSP: ["success"],
  PDNG: ["success"],
  RJCT: ["success", "held"],
};
