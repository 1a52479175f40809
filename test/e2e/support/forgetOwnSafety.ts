import type pg from "pg";
import type { DemoPerson } from "./demoMembers.ts";

/** What comes after in this bank approves by texts again, and has the limits of before. */
export async function forgetOwnSafety(database: pg.Client, member: DemoPerson): Promise<void> {
  for (const undo of [
    `update passkey p set removed_at = now() + interval '1 minute' from member m
      where m.id = p.member_id and m.username = $1 and p.removed_at is null`,
    "update member set paused_until = null, has_own_limits = false where username = $1",
    "delete from own_limit l using member m where m.id = l.member_id and m.username = $1",
    `update card c set raised_limit_centavos = null, raised_limit_from = null from member m
      where m.id = c.member_id and m.username = $1`,
  ]) {
    await database.query(undo, [member.username]);
  }
}
