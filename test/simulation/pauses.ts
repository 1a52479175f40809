import { transact } from "#server/db/db.ts";
import { beginPause } from "#server/domains/members/pause/beginPause.ts";
import { note, type Run } from "./run.ts";

/** The office writes another number down, from which a pause begins. */
export async function pauseOne(run: Run): Promise<void> {
  const { app, chance, members } = run;
  const member = chance.pick(members);
  note(run, `a pause of member ${member.id} begins`);
  await transact(app.db, (tx) =>
    beginPause(tx, app, { memberId: member.id, reason: "mobile_changed" }),
  );
  keepPause(run, member.id);
}

/** That a pause of this member has begun now, for as long as pauses are. */
export function keepPause({ app, clock, safety }: Run, member: bigint): void {
  const from = clock.now;
  safety.pauses.push({ member, from, until: from + app.config.PAUSE_HOURS * 3_600_000 });
}
