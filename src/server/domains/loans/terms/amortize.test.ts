import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePesos } from "#common/money.ts";
import { amortize } from "./amortize.ts";
import { addOnRate, effectiveRates } from "./effectiveRates.ts";

type Vector = {
  label: string;
  principal: string;
  ratePaPercent: number;
  months: number;
  netProceeds: string;
  monthlyAmortization: string;
  firstInterest: string;
  firstPrincipal: string;
  lastPayment: string;
  totalInterest: string;
  addOnEquivalentPaPercent: number;
  monthlyEirPercent: number;
  eirPaPercent: number;
};

// Our own data.
const { vectors } = JSON.parse(readFileSync("data/vectors/amortization.json", "utf8")) as {
  vectors: Vector[];
};

const centavos = (text: string) => parsePesos(text) ?? -1n;
/** 12.6825 -> 126825n; the vectors round a little beyond. */
const millionths = (percent: number) => BigInt(Math.round(percent * 10_000));

describe("the vectors, to the centavo", () => {
  test.each(vectors.map((vector) => [vector.label, vector] as const))("J06 %s", (_, vector) => {
    const principal = centavos(vector.principal);
    const rate = BigInt(Math.round(vector.ratePaPercent * 100));
    const { monthly, parts } = amortize(principal, rate, vector.months);
    const payments = parts.map((part) => part.principal + part.interest);
    const interest = parts.reduce((sum, part) => sum + part.interest, 0n);
    expect({
      monthly,
      first: parts[0],
      last: payments.at(-1),
      interest,
      repaid: parts.reduce((sum, part) => sum + part.principal, 0n),
    }).toEqual({
      monthly: centavos(vector.monthlyAmortization),
      first: {
        number: 1,
        principal: centavos(vector.firstPrincipal),
        interest: centavos(vector.firstInterest),
      },
      last: centavos(vector.lastPayment),
      interest: centavos(vector.totalInterest),
      repaid: principal,
    });
    expect(effectiveRates(centavos(vector.netProceeds), payments)).toEqual({
      monthly: millionths(vector.monthlyEirPercent),
      annual: millionths(vector.eirPaPercent),
    });
    expect(addOnRate(principal, interest, vector.months)).toBe(
      millionths(vector.addOnEquivalentPaPercent),
    );
  });
});

describe("whatever is lent", () => {
  const loan = fc.record({
    principal: fc.bigInt({ min: 1n, max: 999_999_999_99n }),
    rate: fc.bigInt({ min: 0n, max: 10_000n }),
    months: fc.integer({ min: 1, max: 120 }),
  });

  test("the principal parts of 10,000 random loans sum to the loan, none is negative, and nothing is left", () => {
    fc.assert(
      fc.property(loan, ({ principal, rate, months }) => {
        const { parts } = amortize(principal, rate, months);
        expect(parts).toHaveLength(months);
        let balance = principal;
        // Of a million parts: to expect something of each one costs more than all else.
        const wrong = parts.filter((part) => {
          const interest = (balance * rate + 60_000n) / 120_000n;
          balance -= part.principal;
          return part.principal < 0n || part.interest < 0n || part.interest !== interest;
        });
        expect(wrong).toEqual([]);
        expect(balance).toBe(0n);
      }),
      { numRuns: 10_000 },
    );
  });

  test("every instalment but the last is the same, and the last differs by what rounding left", () => {
    const ordinary = fc.record({
      principal: fc.bigInt({ min: 1_000_00n, max: 5_000_000_00n }),
      rate: fc.bigInt({ min: 0n, max: 3_000n }),
      months: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(ordinary, ({ principal, rate, months }) => {
        const { monthly, parts } = amortize(principal, rate, months);
        const payments = parts.map((part) => part.principal + part.interest);
        expect(payments.slice(0, -1).every((payment) => payment === monthly)).toBe(true);
        const difference = (payments.at(-1) ?? 0n) - monthly;
        // Half a centavo a month, with interest on it.
        expect(difference < 200n && difference > -200n).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("what costs more than it brings has a rate at which it is worth what it brought", () => {
    const parts = amortize(100_000_00n, 1_200n, 12).parts;
    const payments = parts.map((part) => part.principal + part.interest);
    expect(effectiveRates(100_000_00n, payments).annual).toBe(126_825n);
    expect(effectiveRates(90_000_00n, payments).annual).toBeGreaterThan(126_825n);
    expect(effectiveRates(200_000_00n, payments)).toEqual({ monthly: 0n, annual: 0n });
  });
});
