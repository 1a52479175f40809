import { readFileSync } from "node:fs";
import type { Rail } from "#sandbox/records.ts";

/** What the bank that receives does with a transfer, and when what is not done at once follows. */
export type Reception = {
  does: "credit" | "reject" | "wait" | "hold" | "silent";
  reasonCode: string;
  /** What follows by itself, so many milliseconds later. */
  follows?: { does: "credit" | "return"; reasonCode: string; afterMs: number; isTold: boolean };
};

const WAITS_MS = 10_000;
const RETURNS_MS = 30_000;

type Bank = { shortName: string; instapayBic: string | null; pesonetBic: string | null };

// Data of the product's own; its shape is proved where the product reads it.
const { banks } = JSON.parse(
  readFileSync(new URL("../../../data/live/banks.json", import.meta.url), "utf8"),
) as { banks: Bank[] };
const { simulatorAccounts } = JSON.parse(
  readFileSync(new URL("../../../data/live/rail-codes.json", import.meta.url), "utf8"),
) as { simulatorAccounts: { TS: string; SP: string; SC: string; NC: string; TF: string } };

const BICS: Record<Rail, ReadonlySet<string | null>> = {
  instapay: new Set(banks.map(({ instapayBic }) => instapayBic)),
  pesonet: new Set(banks.map(({ pesonetBic }) => pesonetBic)),
};

/** Whether a bank takes part in a rail. */
export function takesPart(rail: Rail, bic: string): boolean {
  return BICS[rail].has(bic);
}

/** What a bank is called; its BIC when it takes no part. */
export function bankName(rail: Rail, bic: string): string {
  const field = rail === "instapay" ? "instapayBic" : "pesonetBic";
  return banks.find((bank) => bank[field] === bic)?.shortName ?? bic;
}

/** What the account that receives forces, the same each time (docs/rails.md). */
export function receptionOf(rail: Rail, accountNo: string): Reception {
  const later = { does: "credit", reasonCode: "", afterMs: WAITS_MS, isTold: true } as const;
  const { TS, SP, SC, NC, TF } = simulatorAccounts;
  if (accountNo === TS) return { does: "credit", reasonCode: "" };
  if (accountNo === SP || accountNo === SC) {
    // Of InstaPay's two, one is known only to who asks.
    return rail === "instapay"
      ? { does: "wait", reasonCode: "", follows: { ...later, isTold: accountNo === SC } }
      : { does: "hold", reasonCode: "DS06", follows: later };
  }
  if (accountNo === NC) return { does: "silent", reasonCode: "" };
  if (accountNo === TF) {
    return { does: "reject", reasonCode: rail === "instapay" ? "AC04" : "AC06" };
  }
  switch (accountNo.slice(-2)) {
    case "01":
      return { does: "reject", reasonCode: "BE01" };
    case "03":
      return { does: "reject", reasonCode: "AC03" };
    case "04":
      return {
        does: "credit",
        reasonCode: "",
        follows: {
          does: "return",
          reasonCode: rail === "instapay" ? "AC04" : "AC03",
          afterMs: RETURNS_MS,
          isTold: true,
        },
      };
    case "06":
      return { does: "hold", reasonCode: "DS06" };
    default:
      return { does: "credit", reasonCode: "" };
  }
}
