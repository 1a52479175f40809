import { readFileSync } from "node:fs";
import type { Rows } from "#server/db/applyRows.ts";
import { liveFile } from "#server/platform/base/liveFile.ts";

type Bank = {
  id: number;
  code: string;
  bankName: string;
  shortName: string;
  instapayBic: string | null;
  pesonetBic: string | null;
  minDigits: number;
  maxDigits: number;
  popularRank: number | null;
};

// Our own data, which the rails of the sandbox read as well.
const { banks } = JSON.parse(readFileSync(liveFile("banks.json"), "utf8")) as { banks: Bank[] };

/** The institutions that take transfers when a bank is new; staff keep the list from then on. */
export const rows: Rows = {
  table: "bank",
  key: ["id"],
  isBeginning: true,
  rows: banks.map((bank) => ({
    id: bank.id,
    code: bank.code,
    bank_name: bank.bankName,
    takes_instapay: bank.instapayBic !== null,
    takes_pesonet: bank.pesonetBic !== null,
    instapay_bic: bank.instapayBic,
    pesonet_bic: bank.pesonetBic,
    popular_rank: bank.popularRank,
    short_name: bank.shortName,
    min_digits: bank.minDigits,
    max_digits: bank.maxDigits,
  })),
};
