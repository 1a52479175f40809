import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { employers } from "#contract/loanFields.ts";
import { applicationState, loanState } from "#contract/loans.ts";
import { loanTypes } from "#contract/loanTypes.ts";
import { openTestDb, type TestDb } from "#test/support/testDb.ts";

let database: TestDb;
beforeAll(async () => {
  database = await openTestDb();
});
afterAll(() => database.close());

/** Our own data, as JSON has it. */
function read(name: string): Record<string, never> {
  return JSON.parse(readFileSync(`data/vectors/${name}`, "utf8")) as Record<string, never>;
}

const centavos = (pesos: number) => BigInt(Math.round(pesos * 100));

type Product = {
  code: string;
  label: string;
  ratePaPercent: number;
  termsMonths: number[];
  minAmount: number;
  maxAmount: number;
  limitRule: string;
  security: string;
  processingFee: { percent?: number; min?: number; fixed?: number };
  dst: { ratePer200: number; appliesAbove: number };
  loanProtection: { ratePercentPerYear: number };
  penaltyPercentPerMonth: number;
  penaltyGraceDays: number;
  dueDay: string;
  repaymentChannel: string;
  renewalAfterPaidPercent: number;
  downPaymentPercent?: number;
  sameDayRelease?: boolean;
  holdOut?: boolean;
  requires?: string[];
  collateral?: string[];
  eligibility: {
    memberStatus: string[];
    employers?: string[];
    netTakeHomePayFloor?: number;
    maxAgeAtMaturity?: number;
  };
};

test("H05 J05 the table of products is data/vectors/loan-products.json, in its order, and the types of the form", async () => {
  const products: Product[] = read("loan-products.json")["products"] ?? [];
  const rows = await database.db
    .selectFrom("loan_product")
    .selectAll()
    .orderBy("position")
    .execute();
  expect(rows).toEqual(
    products.map((product, index) => ({
      code: product.code,
      position: index + 1,
      label: product.label,
      annual_rate: centavos(product.ratePaPercent),
      terms: product.termsMonths,
      min_centavos: centavos(product.minAmount),
      max_centavos: centavos(product.maxAmount),
      limit_rule: product.limitRule,
      security: expect.any(String),
      fee_rate: centavos(product.processingFee.percent ?? 0),
      fee_minimum_centavos: centavos(product.processingFee.min ?? 0),
      fee_fixed_centavos: centavos(product.processingFee.fixed ?? 0),
      stamp_tax_per_200_centavos: centavos(product.dst.ratePer200),
      stamp_tax_above_centavos: centavos(product.dst.appliesAbove),
      premium_rate: centavos(product.loanProtection.ratePercentPerYear),
      penalty_rate: centavos(product.penaltyPercentPerMonth),
      grace_days: product.penaltyGraceDays,
      due_rule: product.dueDay === "16" ? "day_16" : product.dueDay,
      repayment_channel: product.repaymentChannel,
      renewal_percent: product.renewalAfterPaidPercent,
      down_payment_percent: product.downPaymentPercent ?? 0,
      member_statuses: product.eligibility.memberStatus,
      employers: product.eligibility.employers ?? [],
      take_home_floor_centavos:
        product.eligibility.netTakeHomePayFloor === undefined
          ? null
          : centavos(product.eligibility.netTakeHomePayFloor),
      max_age_at_maturity: product.eligibility.maxAgeAtMaturity ?? null,
      requires: product.requires ?? [],
      collateral: product.collateral ?? [],
      is_same_day: product.sameDayRelease ?? false,
      has_hold_out: product.holdOut ?? false,
      holds_deposits: product.security.includes("hold-out on deposits"),
    })),
  );
  expect(Object.entries(loanTypes)).toEqual(rows.map(({ code, label }) => [code, label]));
  expect(employers).toEqual(["PNP", "BFP", "Others"]);
  const files = [...Object.keys(loanTypes), "DEF"].map((code) => `public/brand/loan/${code}.svg`);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("the table of transitions is data/vectors/loan-workflow.json", async () => {
  type Step = { from: string; to: string; by: string[]; when: string };
  const flow = read("loan-workflow.json");
  const steps: Step[] = flow["transitions"] ?? [];
  const rows = await database.db.selectFrom("loan_application_transition").selectAll().execute();
  const key = (row: { from_state: string; to_state: string }) =>
    `${row.from_state} ${row.to_state}`;
  expect(rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(
    steps
      .map(({ from, to, by, when }) => ({
        from_state: from,
        to_state: to,
        actor_kinds: by,
        said: when,
      }))
      .toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
  );
  expect([flow["applicationStates"], flow["loanStates"]]).toEqual([
    applicationState.options,
    loanState.options,
  ]);
});
