import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amortize } from "#server/domains/loans/terms/amortize.ts";
import { makeSchedule } from "#server/domains/loans/terms/makeSchedule.ts";
import { allocate, type Instalment, lastDueNumber, unpaidOf } from "./allocate.ts";
import { settlementOn } from "./settlement.ts";

/** 120,000 at 12 % for 12 months, released on the first of November. */
function schedule(): Instalment[] {
  const terms = {
    principal: 120_000_00n,
    annualRate: 1_200n,
    releasedOn: "2026-11-01",
    rule: "month_end" as const,
  };
  return makeSchedule(amortize(terms.principal, terms.annualRate, 12), terms).map((one) => ({
    ...one,
    earned: 0n,
    paidPrincipal: 0n,
    paidInterest: 0n,
  }));
}

const merge = (all: Instalment[], changed: Instalment[]) =>
  all.map((one) => changed.find(({ number }) => number === one.number) ?? one);
const sum = (all: Instalment[], of: (one: Instalment) => bigint) =>
  all.reduce((total, one) => total + of(one), 0n);

describe("a payment goes", () => {
  test("to penalties, then to the oldest instalment's interest and principal, then ahead", () => {
    const [first] = schedule();
    const owed = first === undefined ? 0n : unpaidOf(first);
    const parts = allocate(200_00n + owed + 7n, 200_00n, schedule(), 1);
    expect(parts).toMatchObject({
      penalty: 200_00n,
      interest: first?.interest,
      unearned: first?.interest,
      principal: first?.principal,
      advance: 7n,
    });
    expect(parts.changed.map(({ number }) => number)).toEqual([1]);
  });

  test("to interest before principal, and a part is a part", () => {
    const parts = allocate(100n, 0n, schedule(), 12);
    expect(parts).toMatchObject({ penalty: 0n, interest: 100n, principal: 0n, advance: 0n });
    expect(allocate(100n, 300n, schedule(), 12)).toMatchObject({ penalty: 100n, interest: 0n });
  });

  test("to interest that is in the books first as what it is there", () => {
    const accrued = schedule().map((one) => ({ ...one, earned: one.number === 1 ? 400_00n : 0n }));
    const [first] = accrued;
    const parts = allocate(first === undefined ? 0n : unpaidOf(first), 0n, accrued, 1);
    expect(parts.unearned).toBe((first?.interest ?? 0n) - 400_00n);
  });

  test("to what is due on its day, and to no instalment before its own", () => {
    const days = ["2026-11-29", "2026-11-30", "2026-12-30", "2028-01-01"];
    expect(days.map((day) => lastDueNumber(schedule(), day))).toEqual([0, 1, 1, 12]);
  });

  test("without a centavo lost or made, whatever is paid in whatever order", () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 20_000_00n }), { maxLength: 30 });
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 0n, max: 500_00n }), (payments, penalties) => {
        let all = schedule();
        let penaltyDue = penalties;
        const principal = sum(all, (one) => one.principal);
        for (const amount of payments) {
          const parts = allocate(amount, penaltyDue, all, 12);
          expect(parts.penalty + parts.interest + parts.principal + parts.advance).toBe(amount);
          penaltyDue -= parts.penalty;
          all = merge(all, parts.changed);
          // Nothing is paid ahead, and no instalment before an older one, while something is owed.
          const owed = sum(all, unpaidOf) + penaltyDue;
          expect(parts.advance === 0n || owed === 0n).toBe(true);
          const open = all.findIndex((one) => unpaidOf(one) > 0n);
          const after = open === -1 ? [] : all.slice(open + 1);
          expect(sum(after, (one) => one.paidInterest + one.paidPrincipal)).toBe(0n);
        }
        expect(penaltyDue >= 0n).toBe(true);
        expect(sum(all, (one) => one.principal)).toBe(principal);
        expect(
          all.every((one) => one.paidInterest <= one.earned && one.earned <= one.interest),
        ).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a loan is ended early", () => {
  const loan = { annualRate: 1_200n, releasedOn: "2026-11-01", penaltyDue: 0n, advance: 0n };

  test("on the day of its release with its principal alone", () => {
    expect(settlementOn(loan, schedule(), "2026-11-01")).toMatchObject({
      principal: 120_000_00n,
      interest: 0n,
      total: 120_000_00n,
    });
  });

  test("with the interest to the day, and none of the days to come", () => {
    // 40.00 a day.
    const settled = settlementOn(loan, schedule(), "2026-11-11");
    expect(settled).toMatchObject({ interest: 400_00n, total: 120_400_00n });
    expect(sum(settled.instalments, (one) => one.interest)).toBe(400_00n);
  });

  test("with what is overdue, penalties, and less what is paid ahead", () => {
    const all = schedule();
    const owed = { ...loan, penaltyDue: 30_00n, advance: 50_00n };
    const left = 120_000_00n - (all[0]?.principal ?? 0n);
    const { total } = settlementOn(owed, all, "2026-12-10");
    // Ten days of December on what the first instalment leaves.
    const running = (left * 1_200n * 10n + 1_800_000n) / 3_600_000n;
    expect(total).toBe(120_000_00n + (all[0]?.interest ?? 0n) + running + 30_00n - 50_00n);
  });

  test("after the last due day with all that is unpaid", () => {
    const all = schedule();
    expect(settlementOn(loan, all, "2028-01-01").total).toBe(sum(all, unpaidOf));
  });
});
