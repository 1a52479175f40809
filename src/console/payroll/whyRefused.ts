import type { Catalogue } from "#console/texts/texts.ts";
import { formatPesos } from "#common/money.ts";
import type { RemittanceRow } from "#contract/staff/payroll.ts";

/** That nothing of a file was taken in, and what is wrong with it. */
export function whyRefused(
  { total, received, invalid }: Pick<RemittanceRow, "total" | "received" | "invalid">,
  { refused }: Catalogue["loans"],
): string {
  const reasons = [
    ...(invalid > 0 ? [refused.unreadable(invalid)] : []),
    ...(total === received ? [] : [refused.otherSum(formatPesos(total), formatPesos(received))]),
  ];
  return [refused.nothing, ...reasons, refused.again].join(" ");
}
