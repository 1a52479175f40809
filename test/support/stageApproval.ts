import type pg from "pg";
import type { TransferKind } from "#contract/transferKinds.ts";
import type { TestMember } from "./makeMember.ts";

const HOUR_MS = 3_600_000;
const PASSKEY = "6f0bd4ab-58a2-4c33-9d0e-2c1a5f3a7e99";

/** How an order of a case is approved, and what it takes (orderCases.ts). */
type Approved = {
  means: "code" | "passkey";
  passkey: "none" | "one" | "a removed one";
  threshold: string;
  policy: string;
  centavos: bigint;
};

/** What the order takes, and by what it was approved; a passkey that is removed may have approved it before. */
export async function stageApproval(
  client: pg.Client,
  { member, pinId }: { member: TestMember; pinId: string },
  kind: TransferKind,
  of: Approved,
  at: Date,
): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => client.query(sql, values);
  if (of.passkey !== "none" || of.means === "passkey") {
    await run(
      `insert into passkey (id, member_id, credential_id, public_key, aaguid, name, may_be_synced, is_synced,
          created_at, removed_at)
        values ($1, $2, $3, $6, $1, 'Phone', false, false, $4, $5)`,
      PASSKEY,
      member.id,
      Buffer.from(PASSKEY),
      new Date(at.getTime() - HOUR_MS),
      of.passkey === "one" ? null : at,
      Buffer.alloc(64),
    );
  }
  if (of.means === "passkey") {
    await run(
      `update otp_challenge set means = 'passkey', texted = false, webauthn_challenge = $2,
        passkey_id = case when verified_at is not null then $3::uuid end where pin_id = $1`,
      pinId,
      Buffer.alloc(32),
      PASSKEY,
    );
  }
  const isRaisedLater = of.threshold === "the amount, an hour later";
  const threshold = of.centavos - (of.threshold.startsWith("one") ? 1n : 0n);
  if (of.threshold !== "of us all") {
    await run(
      `insert into own_limit (member_id, span, most_centavos, raised_centavos, raised_from)
        values ($1, 'transfer', $2, $3, $4)`,
      member.id,
      String(isRaisedLater ? threshold - 1n : threshold),
      isRaisedLater ? String(threshold) : null,
      isRaisedLater ? new Date(at.getTime() + HOUR_MS) : null,
    );
    await run("update member set has_own_limits = true where id = $1", member.id);
  }
  if (of.policy !== "as shipped") {
    await run(
      "update approval_policy set chosen = $2 where act = $1 and (has_passkey or $2 = 'office')",
      `transfer_${kind}`,
      of.policy === "an office" ? "office" : "passkey",
    );
  }
}
