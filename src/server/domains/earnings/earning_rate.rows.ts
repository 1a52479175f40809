import { readFileSync } from "node:fs";
import { parsePesos } from "#common/money.ts";
import { parsePercent } from "#common/percent.ts";
import type { Rows } from "#server/db/applyRows.ts";
import { liveFile } from "#server/platform/base/liveFile.ts";

type Rate = {
  product: string;
  validFrom: string;
  annualPercent: string | null;
  dayBasis: number | null;
  minimumBalance: string;
  taxPercent: string;
  source: string;
  confirm: boolean;
};

// Our own data; the table's checks hold it.
const { rates } = JSON.parse(readFileSync(liveFile("earning-rates.json"), "utf8")) as {
  rates: Rate[];
};

function sureThousandths(percent: string): number {
  const thousandths = parsePercent(percent);
  if (thousandths === undefined) throw new Error(`${percent} is no percentage`);
  return thousandths;
}

/** What each product earns from the first of a month on. */
export const rows: Rows = {
  table: "earning_rate",
  key: ["product", "valid_from"],
  rows: rates.map((rate) => ({
    product: rate.product,
    valid_from: rate.validFrom,
    rate_thousandths: rate.annualPercent === null ? null : sureThousandths(rate.annualPercent),
    day_basis: rate.dayBasis,
    minimum_centavos: String(parsePesos(rate.minimumBalance)),
    tax_thousandths: sureThousandths(rate.taxPercent),
    source: rate.source,
    must_confirm: rate.confirm,
  })),
};
