import { railText } from "#common/railText.ts";
import { brand } from "#brand";
import type { Tx } from "#server/db/db.ts";

/** The member's name as the rails carry it. */
export async function railName(tx: Tx, memberId: bigint): Promise<string> {
  const { first_name, last_name, qualifier } = await tx
    .selectFrom("member")
    .select(["first_name", "last_name", "qualifier"])
    .where("id", "=", memberId)
    .executeTakeFirstOrThrow();
  const name = [first_name, last_name, qualifier].filter(Boolean).join(" ");
  // A name in letters that no rail carries must not keep the transfer from arriving.
  return railText(name) ?? railText(brand.product) ?? "MEMBER";
}
