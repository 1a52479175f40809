import { expect, test } from "vitest";
import { applicationState, type LoanApplication } from "#contract/loans.ts";
import { loanApplications as english } from "#portal/texts/en/loanApplications.ts";
import { loanApplications as filipino } from "#portal/texts/fil/loanApplications.ts";
import { shownApplications, stageMeaning, stagesToCome, stageText, stepText } from "./loanStage.ts";

const NOW = new Date("2026-11-22T02:00:00Z");

const application = (change: Partial<LoanApplication>): LoanApplication => ({
  applicationNo: "LA-2026-0000001",
  loanType: "SL",
  name: "Salary Loan",
  amount: 150_000_00n,
  monthsWished: 24,
  estimatedMonthly: null,
  state: "submitted",
  filedAt: "2026-11-21T02:00:00Z",
  changedAt: "2026-11-21T02:00:00Z",
  canWithdraw: true,
  hasOffer: false,
  isAccepted: false,
  reason: "",
  loanNo: null,
  steps: [],
  ...change,
});

test("J07 every stage has a name and a meaning of its own in both languages", () => {
  for (const texts of [english, filipino]) {
    const stages = [
      // Of these, the one that is for signing has no offer any more.
      ...applicationState.options.map((state) => application({ state })),
      application({ state: "for_signing", hasOffer: true }),
      application({ state: "for_signing", isAccepted: true }),
    ];
    expect(new Set(stages.map((stage) => stageText(stage, texts))).size).toBe(stages.length);
    expect(new Set(stages.map((stage) => stageMeaning(stage, texts))).size).toBe(stages.length);
  }
});

test("J07 each step so far has a name of its own, the member's yes to the offer too", () => {
  for (const texts of [english, filipino]) {
    const steps = [...applicationState.options, "accepted" as const];
    const names = steps.map((state) => stepText({ state }, texts));
    expect(new Set(names).size).toBe(steps.length);
  }
});

test("J07 the stages to come are those after where it stands, and none of one that has ended", () => {
  const way = ["for_verification", "for_approval", "for_signing", "accepted", "released"];
  const toCome = (change: Partial<LoanApplication>) => stagesToCome(application(change));
  expect(toCome({ state: "submitted" })).toEqual(way);
  // Checked again once the documents are there.
  expect(toCome({ state: "for_documents" })).toEqual(way);
  expect(toCome({ state: "for_verification" })).toEqual(way.slice(1));
  expect(toCome({ state: "for_approval" })).toEqual(way.slice(2));
  expect(toCome({ state: "approved" })).toEqual(way.slice(2));
  expect(toCome({ state: "for_signing", hasOffer: true })).toEqual(["accepted", "released"]);
  expect(toCome({ state: "for_signing", isAccepted: true })).toEqual(["released"]);
  // The offer ended unaccepted.
  expect(toCome({ state: "for_signing" })).toEqual([]);
  for (const state of ["released", "rejected", "cancelled"] as const)
    expect(toCome({ state })).toEqual([]);
});

test("J07 the dashboard shows what is open however old, and for 30 days how it ended", () => {
  const old = "2026-01-01T00:00:00Z";
  const shown = shownApplications(
    [
      application({ applicationNo: "open", state: "for_documents", changedAt: old }),
      application({ applicationNo: "refused", state: "rejected" }),
      application({ applicationNo: "long ago", state: "rejected", changedAt: old }),
      application({ applicationNo: "a loan by now", state: "released" }),
    ],
    NOW,
  );
  expect(shown.map(({ applicationNo }) => applicationNo)).toEqual(["open", "refused"]);
});
