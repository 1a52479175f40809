import { toDecimal } from "#common/money.ts";
import type {
  CardIssuer,
  CreditOutcome,
  MoneyOutcome,
} from "#server/platform/gateways/cardIssuer/cardIssuer.ts";
import type { Callback } from "./callbacks.ts";
import { between, type Dice } from "./dice.ts";
import type { Network } from "./network.ts";

/** What the issuer did under a reference. */
export type IssuerEffect = {
  kind: "credit" | "debit" | "move";
  from: string | undefined;
  to: string | undefined;
  amount: bigint;
  state: "waiting" | "done" | "refused" | "barred";
  code: string;
  dueAt: number;
  reversal: "none" | "waiting" | "done";
  reversalDueAt: number;
};

/** The card issuer with books of its own: one effect a reference, however often it is asked. */
export type ModelIssuer = {
  port: Pick<
    CardIssuer,
    | "credit"
    | "inquire"
    | "debitCard"
    | "findDebit"
    | "refundDebit"
    | "findRefund"
    | "moveBetween"
    | "findMove"
    | "balance"
  >;
  balances: Map<string, bigint>;
  effects: Map<string, IssuerEffect>;
  /** What no right caller does: a reference used for something else. */
  wrongs: string[];
  /** References whose putting back was declined at first. */
  declined: Set<string>;
  /** When it was first asked to put a reference back, heard or not. */
  firstAskedBack: Map<string, number>;
  /** What was spent with the cards. */
  spent: Map<string, bigint>;
  purchase: (accountNo: string, amount: bigint) => void;
  /** Does what is due by now. */
  tick: () => void;
  nextDue: () => number;
};

type Order = Pick<IssuerEffect, "kind" | "from" | "to" | "amount"> & { reference: string };

const SILENCE = { kind: "unknown", reason: "no answer in time" } as const;

export function makeModelIssuer(
  dice: Dice,
  network: Network,
  { now, tell }: { now: () => number; tell: (callback: Callback) => void },
): ModelIssuer {
  const balances = new Map<string, bigint>();
  const effects = new Map<string, IssuerEffect>();
  const spent = new Map<string, bigint>();
  const wrongs: string[] = [];
  const declined = new Set<string>();
  const firstAskedBack = new Map<string, number>();
  const askedToRefund = new Map<string, number>();
  let purchases = 0;

  const add = (accountNo: string | undefined, amount: bigint) => {
    if (accountNo !== undefined) balances.set(accountNo, (balances.get(accountNo) ?? 0n) + amount);
  };

  function decide(reference: string, effect: IssuerEffect): void {
    const { from, to, amount, kind } = effect;
    if (network.strikes(0.05, "declines", reference)) effect.code = "DECLINED";
    else if (from !== undefined && (balances.get(from) ?? 0n) < amount)
      effect.code = "INSUFFICIENT_FUNDS";
    effect.state = effect.code === "" ? "done" : "refused";
    if (effect.state === "done") {
      add(from, -amount);
      add(to, amount);
    }
    const wasWaiting = effect.dueAt > 0;
    if (kind === "credit" && (wasWaiting || dice("tells", reference) < 0.3))
      tellCredit(reference, effect);
  }

  function tellCredit(reference: string, { to, amount, state, code }: IssuerEffect): void {
    const body = {
      type: state === "done" ? "transfer.credited" : "transfer.refused",
      eventId: `event-${reference}`,
      senderRefId: reference,
      eonAccount: to,
      amount: toDecimal(amount),
      ubpTranId: `UB-${reference}`,
      ...(state === "done" ? {} : { reason: code }),
    };
    const dueAt = now() + between(dice("told", reference), 0, 600_000);
    tell({ from: "issuer", id: body.eventId, body: JSON.stringify(body), dueAt });
  }

  function take({ reference, ...order }: Order): IssuerEffect {
    const first = effects.get(reference);
    if (first !== undefined) {
      const isSame =
        first.kind === order.kind &&
        first.from === order.from &&
        first.to === order.to &&
        first.amount === order.amount;
      if (!isSame) wrongs.push(`${reference} was used for something else at the issuer`);
      return first;
    }
    const waits = network.strikes(0.1, "waits", reference);
    const effect: IssuerEffect = {
      ...order,
      state: "waiting",
      code: "",
      dueAt: waits ? now() + between(dice("due", reference), 5_000, 3 * 3_600_000) : 0,
      reversal: "none",
      reversalDueAt: 0,
    };
    effects.set(reference, effect);
    if (!waits) decide(reference, effect);
    return effect;
  }

  function outcome(reference: string, effect: IssuerEffect): MoneyOutcome {
    if (effect.state === "waiting") return { kind: "pending" };
    if (effect.state === "done") return { kind: "done", issuerReference: `UB-${reference}` };
    return { kind: "refused", code: effect.code, reason: "Refused by the issuer" };
  }

  const find = (reference: string): MoneyOutcome => {
    const effect = effects.get(reference);
    return effect === undefined || effect.state === "barred"
      ? { kind: "absent" }
      : outcome(reference, effect);
  };

  function refundDebit(
    reference: string,
    accountNo: string,
    amount: bigint,
    notAfter: Date,
  ): MoneyOutcome {
    const debit = effects.get(reference);
    if (now() > notAfter.getTime() && (debit === undefined || debit.reversal === "none"))
      return { kind: "refused", code: "EXPIRED", reason: "It came too late" };
    if (debit === undefined || debit.state === "barred") {
      effects.set(reference, {
        kind: "debit",
        from: accountNo,
        to: undefined,
        amount,
        state: "barred",
        code: "REVERSED_BEFORE",
        dueAt: 0,
        reversal: "none",
        reversalDueAt: 0,
      });
      return { kind: "absent" };
    }
    if (debit.kind !== "debit" || debit.from !== accountNo || debit.amount !== amount) {
      wrongs.push(`${reference} is put back as something else`);
    }
    if (debit.state === "refused")
      return { kind: "refused", code: "NOTHING_TAKEN", reason: "Nothing was taken" };
    if (debit.state === "waiting" || debit.reversal === "waiting") return { kind: "pending" };
    if (debit.reversal === "done") return { kind: "done", issuerReference: `RV-${reference}` };
    const times = (askedToRefund.get(reference) ?? 0) + 1;
    askedToRefund.set(reference, times);
    if (network.strikes(0.06, "declines to put back", reference, times)) {
      declined.add(reference);
      return { kind: "refused", code: "DECLINED", reason: "Declined by the issuer" };
    }
    if (network.strikes(0.06, "puts back later", reference)) {
      debit.reversal = "waiting";
      debit.reversalDueAt = now() + between(dice("puts back", reference), 5_000, 3_600_000);
      return { kind: "pending" };
    }
    debit.reversal = "done";
    add(debit.from, debit.amount);
    return { kind: "done", issuerReference: `RV-${reference}` };
  }

  const findRefund = (reference: string): MoneyOutcome => {
    const reversal = effects.get(reference)?.reversal ?? "none";
    if (reversal === "none") return { kind: "absent" };
    return reversal === "done"
      ? { kind: "done", issuerReference: `RV-${reference}` }
      : { kind: "pending" };
  };

  const asCredit = (answer: MoneyOutcome): CreditOutcome =>
    answer.kind === "done" ? { kind: "credited", issuerReference: answer.issuerReference } : answer;

  async function ask(
    call: string,
    reference: string,
    effect: () => MoneyOutcome,
  ): Promise<MoneyOutcome> {
    const answer = await network.ask(`issuer.${call}`, reference, effect);
    return answer === "silence" ? SILENCE : answer;
  }

  return {
    balances,
    effects,
    wrongs,
    declined,
    firstAskedBack,
    spent,
    port: {
      credit: async ({ reference, accountNo, amount }) =>
        asCredit(
          await ask("credit", reference, () =>
            outcome(
              reference,
              take({ reference, kind: "credit", from: undefined, to: accountNo, amount }),
            ),
          ),
        ),
      inquire: async ({ reference }) =>
        asCredit(await ask("inquire", reference, () => find(reference))),
      debitCard: ({ reference, accountNo, amount }) =>
        ask("debitCard", reference, () =>
          outcome(
            reference,
            take({ reference, kind: "debit", from: accountNo, to: undefined, amount }),
          ),
        ),
      findDebit: ({ reference }) => ask("findDebit", reference, () => find(reference)),
      refundDebit: ({ reference, accountNo, amount, notAfter }) => {
        if (!firstAskedBack.has(reference)) firstAskedBack.set(reference, now());
        return ask("refundDebit", reference, () =>
          refundDebit(reference, accountNo, amount, notAfter),
        );
      },
      findRefund: ({ reference }) => ask("findRefund", reference, () => findRefund(reference)),
      moveBetween: ({ reference, from, to, amount }) =>
        ask("moveBetween", reference, () =>
          outcome(reference, take({ reference, kind: "move", from, to, amount })),
        ),
      findMove: ({ reference }) => ask("findMove", reference, () => find(reference)),
      balance: async (accountNo) => balances.get(accountNo),
    },
    purchase(accountNo, amount) {
      if ((balances.get(accountNo) ?? 0n) < amount) return;
      purchases += 1;
      add(accountNo, -amount);
      spent.set(accountNo, (spent.get(accountNo) ?? 0n) + amount);
      const body = {
        type: "card.transaction",
        eventId: `event-purchase-${purchases}`,
        kind: "purchase",
        accountNumber: accountNo,
        merchant: "SARI-SARI STORE",
        reference: `POS-${purchases}`,
        amount: toDecimal(amount),
        fee: "0.00",
        transactions: [
          {
            tranDate: new Date(now()).toISOString(),
            amount: `-${toDecimal(amount)}`,
            tranDesc: "Purchase",
          },
        ],
      };
      const dueAt = now() + between(dice("purchase told", purchases), 0, 900_000);
      tell({ from: "issuer", id: body.eventId, body: JSON.stringify(body), dueAt });
    },
    tick() {
      for (const [reference, effect] of effects) {
        if (effect.state === "waiting" && effect.dueAt <= now()) decide(reference, effect);
        if (effect.reversal === "waiting" && effect.reversalDueAt <= now()) {
          effect.reversal = "done";
          add(effect.from, effect.amount);
        }
      }
    },
    nextDue: () =>
      Math.min(
        Infinity,
        ...[...effects.values()].flatMap((effect) => [
          ...(effect.state === "waiting" ? [effect.dueAt] : []),
          ...(effect.reversal === "waiting" ? [effect.reversalDueAt] : []),
        ]),
      ),
  };
}
