import {
  type CreationOptions,
  MOST_PASSKEYS,
  type Passkey,
  type Registration,
} from "#contract/passkeys.ts";
import { type Tx, transact } from "#server/db/db.ts";
import { spendNonce } from "#server/domains/access/passkeySignIn/spendNonce.ts";
import { creationOptionsOf } from "#server/domains/passkeys/passkeyOptions.ts";
import { readNewKey } from "#server/domains/passkeys/readNewKey.ts";
import { passkeyOf } from "#server/domains/passkeys/readPasskeys.ts";
import type { RelyingParty } from "#server/domains/passkeys/relyingParty.ts";
import { staffHandleOf } from "#server/domains/staffing/session/checkStaffPasskey.ts";
import {
  addIn,
  makePasskeyStep,
  readPasskeyStep,
} from "#server/domains/staffing/session/passkeyStep.ts";
import { proveAgain } from "#server/domains/staffing/session/proveAgain.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { audit } from "#server/platform/audit/writeAudit.ts";
import { Refusal } from "#server/refusal.ts";
import { holdOwnSession, ownPasskeys } from "./staffPasskeys.ts";

/** What the browser is to make, once password and code were shown again: for this session, five minutes, once. */
export async function askForStaffPasskey(
  app: App,
  staff: StaffCaller,
  { party, ...typed }: { party: RelyingParty; current: string; code: string },
): Promise<{ step: string; options: CreationOptions }> {
  const known = await ownPasskeys(app.db, staff.staffId);
  // Before a code is used up.
  if (known.length >= MOST_PASSKEYS) throw new Refusal("passkeys_full");
  const proof = await proveAgain(app, staff, typed);
  return proof.spend(async () => {
    const { step, challenge } = makePasskeyStep(app, addIn(staff.sessionId));
    const options = creationOptionsOf(party, challenge, {
      userHandle: staffHandleOf(staff.staffId),
      username: staff.username,
      name: staff.fullName,
      passkeys: known.map(({ credential_id }) => ({ credential_id, transports: [] })),
    });
    return { step, options };
  });
}

type NewPasskey = { party: RelyingParty; step: string; name: string; registration: Registration };

/** Keeps a passkey that the browser has made in this session's step, which is over with it. */
export async function addStaffPasskey(
  app: App,
  staff: StaffCaller,
  made: NewPasskey,
): Promise<Passkey> {
  const added = await transact(app.db, (tx) => add(tx, app, staff, made));
  // The step stays used up.
  if (added instanceof Refusal) throw added;
  return added;
}

async function add(
  tx: Tx,
  app: App,
  staff: StaffCaller,
  { party, step, name, registration }: NewPasskey,
): Promise<Passkey | Refusal> {
  await holdOwnSession(tx, staff);
  const open = readPasskeyStep(app, addIn(staff.sessionId), step);
  if (open === undefined || !(await spendNonce(tx, app, open.nonce)))
    return new Refusal("passkey_refused");
  const key = await readNewKey(app, { party, challenge: open.challenge, registration });
  if (key === undefined) return new Refusal("passkey_refused");
  if ((await ownPasskeys(tx, staff.staffId)).length >= MOST_PASSKEYS)
    return new Refusal("passkeys_full");
  const at = app.now();
  const { aaguid, credential_id, public_key, counter, may_be_synced, is_synced } = key;
  const kept = await tx
    .insertInto("staff_passkey")
    .values({
      id: app.random.uuid(),
      staff_id: staff.staffId,
      name,
      created_at: at,
      credential_id,
      public_key,
      counter,
      may_be_synced,
      is_synced,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning(["id", "name", "created_at", "last_used_at", "is_synced"])
    .executeTakeFirst();
  if (kept === undefined) return new Refusal("passkey_exists");
  await audit(tx, {
    at,
    actorKind: "staff",
    actor: staff.username,
    action: "staff_passkey_added",
    object: `staff:${staff.username}`,
    correlationId: staff.correlationId,
    detail: { passkey: kept.id, synced: kept.is_synced, aaguid },
  });
  return passkeyOf(kept);
}
