import { TRANSFER_KIND_NAMES, TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import type { TransferIntent } from "#contract/transfers.ts";
import { destinations } from "#test/support/destinations.ts";
import { choose } from "./dice.ts";
import type { SimulatedMember } from "./members.ts";
import type { SimulatedOrder } from "./orders.ts";
import type { Run } from "./run.ts";

const BANKS = ["1", "3", "5"] as const;

/** Somebody else; seldom the member, which is refused. */
function receiverOf({ chance, members }: Run, member: SimulatedMember): SimulatedMember {
  const others = members.filter((one) => one !== member || chance.below(10) === 0);
  return chance.pick(others);
}

/** How often each kind is ordered; one that is not named as often as the own one. */
const WEIGHTS: Partial<Record<TransferKind, number>> = { card: 4, instapay: 6, pesonet: 4 };

function someIntent(run: Run, member: SimulatedMember): TransferIntent {
  const { chance } = run;
  const kind = choose(
    chance.below(1000) / 1000,
    TRANSFER_KIND_NAMES.map((name) => [WEIGHTS[name] ?? 3, name] as const),
  );
  const amount = someAmount(chance);
  const { leaves, fromAccount, arrives } = TRANSFER_KINDS[kind];
  // Of what may leave either, a third leaves the savings.
  const leavesSavings = leaves === "account" || (fromAccount !== null && chance.below(3) === 0);
  const from = leavesSavings ? { source_account: member.savings } : {};
  // The fields of the kind, which the compiler cannot see.
  if (arrives === "bank") return { kind, ...from, ...someBankPayee(run), amount } as TransferIntent;
  const other = arrives === "card" ? receiverOf(run, member) : member;
  const { good } = destinations(member, other)[arrives];
  return { kind, ...from, destination_account: good, amount } as TransferIntent;
}

const someBankPayee = ({ chance }: Run) => ({
  destination_bank: chance.pick(BANKS),
  destination_account_number: String(100_000_000_000 + chance.below(1_000_000)),
  destination_account_name: "Juan dela Cruz",
});

/** Centavos: little, much, as much as goes at once, one centavo more. */
function someAmount({ below, pick }: Run["chance"]): bigint {
  switch (below(8)) {
    case 0:
      return pick([50_000_00n, 50_000_01n, 49_990_00n, 1_00n, 99n]);
    case 1:
    case 2:
      return BigInt(10_000_00 + below(39_000_00));
    default:
      return BigInt(1_00 + below(5_000_00));
  }
}

/** What a member wants next. */
export function newOrder(run: Run): SimulatedOrder {
  const member = run.chance.pick(run.members);
  return {
    key: `order-${String(run.promised.sent.size + 1).padStart(4, "0")}`,
    member,
    intent: someIntent(run, member),
  };
}

/** One of those that were promised, if need be of the latest; undefined when there is none. */
export function someTransfer(
  { promised, chance }: Run,
  pattern: RegExp,
  latest = Infinity,
): string | undefined {
  const refNos = [...new Set(promised.refNos.values())].filter((refNo) => pattern.test(refNo));
  return refNos.length === 0 ? undefined : chance.pick(refNos.slice(-latest));
}
