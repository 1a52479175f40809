import { formatPesos } from "#common/money.ts";
import { type RefusalCode, refusals } from "#contract/refusals.ts";
import { Refusal } from "#server/refusal.ts";

export type TransferVerdict = {
  verdict: string;
  available_centavos: bigint | null;
  load_left_centavos: bigint | null;
};

/** The refusal for a verdict of the SQL rule, with the figures its text needs. */
export function transferRefusal(found: TransferVerdict): Refusal {
  if (!isRefusalCode(found.verdict)) throw new Error(`Unknown verdict ${found.verdict}`);
  return new Refusal(found.verdict, {
    values: {
      available: formatPesos(found.available_centavos ?? 0n),
      left: formatPesos(found.load_left_centavos ?? 0n),
    },
  });
}

function isRefusalCode(verdict: string): verdict is RefusalCode {
  return Object.hasOwn(refusals, verdict);
}
