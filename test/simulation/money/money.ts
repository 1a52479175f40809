import type { SimulatedMember } from "#test/simulation/members.ts";
import { manilaDate } from "#common/manila.ts";
import type { Process, Stage } from "#test/simulation/stage.ts";

/** What is known of the answer to something that was asked for. */
export type Heard = "yes" | "no" | "perhaps";

/** Money that somebody asked to be moved under a key: it moves once, or not at all. */
export type Wanted = {
  key: string;
  /** Cash in, cash out, or from an account onto a loan. */
  what: "deposit" | "withdrawal" | "payment";
  member: SimulatedMember;
  /** Into which account or loan, or out of which. */
  account: string;
  amount: bigint;
  heard: Heard;
  /** Whether it ends the loan. */
  settles: boolean;
};

/** Tells a process of something that was got ready, and keeps what it answers. */
export type Sending = (at: Pick<Process, "server">) => Promise<void>;

/** A loan as it was lent: nothing of it is read again from the books. */
export type LentLoan = {
  loanNo: string;
  member: SimulatedMember;
  annualRate: bigint;
  releasedOn: string;
  graceDays: number;
  instalments: { dueOn: string; principal: bigint; interest: bigint }[];
};

/** What the worker met as it looked for automatic debits: whether there was the money on that day. */
export type DebitLook = { loanNo: string; at: number; available: bigint; isFrozen: boolean };

/** What an employer sent in a file: for which month, and its rows in their order. */
export type SentFile = {
  month: string;
  at: number;
  heard: Heard;
  /** The refusal's, if it was refused. */
  code: string;
  rows: { loanNo: string; accountNo: string; amount: bigint }[];
  /** When somebody last took it back, and what was heard of that. */
  withdrawn?: { at: number; heard: Heard };
};

/** What a member signed for an account, from a month on. */
export type SignedDeduction = { monthly: bigint; firstMonth: string; at: number; heard: Heard };

/** What members and staff had done with money beside transfers, as they know it. */
export type Money = {
  wanted: Map<string, Wanted>;
  loans: LentLoan[];
  looks: DebitLook[];
  /** What employers sent, by the name of the file. */
  files: Map<string, SentFile>;
  /** At which dividends were reckoned, in thousandths of a percent. */
  rates: number[];
  /** What is deducted each month for an account, in the order in which it was set. */
  deducted: Map<string, SignedDeduction[]>;
  /** What was asked of a second person, and what tellers counted into drawers. */
  asked: { kind: string; payload: Record<string, unknown> }[];
  floats: bigint[];
  /** What was asked of the vault beside floats. */
  moved: { kind: string; amount: bigint }[];
  /** Keys that were sent at all. */
  sent: Set<string>;
  wrongs: string[];
};

/** What moved on an account, or on a loan, and when: more than nothing came in. */
export type Move = { account: string; amount: bigint; at: number };

/** What should have moved, and what did not as it should. */
export type Found = { moves: Move[]; wrongs: string[] };

export function noMoney(): Money {
  return {
    wanted: new Map(),
    loans: [],
    looks: [],
    files: new Map(),
    rates: [],
    deducted: new Map(),
    asked: [],
    floats: [],
    moved: [],
    sent: new Set(),
    wrongs: [],
  };
}

/** The loans as the members have them on paper. */
export async function readLoans(
  { admin }: Pick<Stage, "admin">,
  members: readonly SimulatedMember[],
): Promise<LentLoan[]> {
  const { rows } = await admin.query<{
    loan_no: string;
    annual_rate: bigint;
    released_at: Date;
    grace_days: number;
    due_on: string;
    principal: bigint;
    interest: bigint;
  }>(`select l.loan_no, l.annual_rate, l.released_at, l.grace_days::integer, i.due_on::text,
        i.principal_centavos as principal, i.interest_centavos as interest
      from loan l join loan_instalment i on i.loan_id = l.id order by l.id, i.number`);
  return members.flatMap((member) => {
    const own = rows.filter(({ loan_no: loanNo }) => loanNo === member.loanNo);
    const [first] = own;
    if (first === undefined) return [];
    return [
      {
        loanNo: member.loanNo,
        member,
        annualRate: first.annual_rate,
        releasedOn: manilaDate(first.released_at),
        graceDays: first.grace_days,
        instalments: own.map(({ due_on: dueOn, principal, interest }) => ({
          dueOn,
          principal,
          interest,
        })),
      },
    ];
  });
}

type Moneyed = { money: Money };

/** A key that nothing else was asked under. */
export function newKey({ money }: Moneyed, what: string): string {
  return `${what}-key-${String(money.wanted.size + 1).padStart(4, "0")}`;
}

/** Keeps what somebody wants before the answer, which may never come; one that was wanted before stays as it is. */
export function want({ money }: Moneyed, wanted: Omit<Wanted, "heard">): Wanted {
  const before = money.wanted.get(wanted.key);
  if (before !== undefined) return before;
  const kept: Wanted = { ...wanted, heard: "perhaps" };
  money.wanted.set(wanted.key, kept);
  return kept;
}

/**
 * Keeps the answer. A yes stays one. A no to something whose earlier answer nobody heard leaves it open: what was
 * asked for first may have been done.
 */
export function hear(wanted: Wanted, heard: Heard, isFirst: boolean): void {
  if (wanted.heard === "yes") return;
  if (heard === "yes" || isFirst) wanted.heard = heard;
}

/** Those of the same name together. */
export function together<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) found.set(nameOf(one), [...(found.get(nameOf(one)) ?? []), one]);
  return found;
}
