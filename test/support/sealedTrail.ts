import { audit } from "#server/platform/audit/writeAudit.ts";
import type { Finding } from "#server/platform/audit/findings.ts";
import { headDirs } from "#server/platform/audit/headFiles.ts";
import { sealTrail } from "#server/platform/audit/sealTrail.ts";
import { verifyTrail } from "#server/platform/audit/verifyTrail.ts";
import { type Db, transact } from "#server/db/db.ts";
import { openAccount } from "#server/ledger/openAccount.ts";
import { postJournalEntry } from "#server/ledger/postJournalEntry.ts";
import type { World } from "./makeWorld.ts";

let entries = 0;

/** Writes events and entries of this moment, as the application does. */
export async function writeRows({ app }: World, events: number, bookings: number): Promise<void> {
  const at = app.now();
  await transact(app.db, async (tx) => {
    for (let n = 0; n < events; n++) {
      await audit(tx, {
        at,
        actorKind: n % 3 === 0 ? "staff" : "member",
        actor: `actor-${n}`,
        action: n % 2 === 0 ? "login" : "accept_transfer",
        object: `transfer:${n}`,
        correlationId: `correlation-${n}`,
        detail: { amount: n, text: 'a "quoted" ñ' },
      });
    }
  });
  await transact(app.db, async (tx) => {
    const member = await openAccount(tx, { book: "ASSOC", code: "2010", subledger: "M1", at });
    for (let n = 0; n < bookings; n++) {
      await postJournalEntry(tx, {
        operation: "TEST",
        step: "post",
        reference: `T${(entries += 1)}`,
        businessDate: "2026-11-21",
        bookedAt: at,
        actor: "test",
        lines: [
          {
            account: { book: "ASSOC", code: "1110", subledger: "" },
            side: "D",
            amount: 100n + BigInt(n),
          },
          { account: member, side: "C", amount: 100n + BigInt(n) },
        ],
      });
    }
  });
}

/** Draws an id of each sequence that no row will have. */
export async function wasteIds({ app }: World): Promise<void> {
  await app.pool.query(
    "select nextval('audit_event_id_seq'), nextval('journal_entry_id_seq'), nextval('posting_id_seq')",
  );
}

/** A history of several runs of the sealer, a quarter of an hour and more apart, with ids left out. */
export async function makeHistory(world: World): Promise<void> {
  for (let run = 0; run < 6; run++) {
    await writeRows(world, 5, 2);
    await wasteIds(world);
    await writeRows(world, 5, 2);
    await sealTrail(world.app);
    world.passSeconds(1_200);
  }
  await writeRows(world, 4, 2);
  await sealTrail(world.app, "now");
}

/** Everything that verification finds, over this connection. */
export async function findingsOf({ app }: World, db: Db = app.db): Promise<Finding[]> {
  const findings: Finding[] = [];
  const kept = { secrets: app.secrets, folders: headDirs(app.config), now: app.now() };
  await verifyTrail(db, kept, (finding) => findings.push(finding));
  return findings;
}
