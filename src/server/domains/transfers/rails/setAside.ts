import type {
  RailMessage,
  GroupReport,
  TransactionReport,
  Unclear,
} from "#server/platform/gateways/rails/railMessage.ts";
import { isBatched, RAIL_NAMES, type Rail } from "#contract/transferKinds.ts";
import { reasonOutcome } from "./reasonText.ts";

/**
 * A message without what contradicts itself, which is unclear: a status that its own reason denies, what is said of a
 * transfer beside a part about it that nobody can read, and a refusal in a whole that is credited or nobody can read.
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

/** Those without a reason against them, and the others as what is unclear. */
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

/** Over InstaPay the whole is the transfer; of a file of PESONet that was settled some come back. */
function mayRefuseIn(
  rail: Rail,
  groups: readonly GroupReport[],
  unclear: readonly Unclear[],
): boolean {
  if (unclear.some(({ isOfWhole = false }) => isOfWhole)) return false;
  return isBatched(rail) || groups.every(({ status }) => status !== "ACSC");
}

/** A credit with a reason why there is none, or a refusal with the reason that it is there or held. */
function isDenied(
  rail: Rail,
  status: TransactionReport["status"],
  reasonCodes: readonly string[],
): boolean {
  const outcomes = reasonCodes.map(
    // What is no code of this rail may be one of another.
    (code) => [rail, ...RAIL_NAMES].map((one) => reasonOutcome(one, code)).find(isSaid) ?? "",
  );
  return outcomes.some((outcome) => (DENIALS[status] ?? []).includes(outcome));
}

const isSaid = (outcome: string | undefined) => outcome !== undefined;

const DENIALS: Partial<Record<TransactionReport["status"], readonly string[]>> = {
  ACSC: ["reject", "return", "held", "timeout"],
  ACCC: ["reject", "return", "held", "timeout"],
  ACTC: ["success"],
  ACSP: ["success"],
  PDNG: ["success"],
  RJCT: ["success", "held"],
};
