import { afterAll, beforeAll, expect, test } from "vitest";
import { getDashboard } from "#contract/members.ts";
import { PATIENT } from "#server/platform/base/gather.ts";
import type { Browser } from "#test/support/browser.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
let members: { member: TestMember; browser: Browser }[];
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  // What waits beside a call goes when it is sixteen questions, not after a while.
  Object.assign(world.app, { patience: { ...PATIENT, longestMs: 60_000 } });
  const made = await Promise.all(Array.from({ length: 6 }, () => world.makeMember()));
  members = await Promise.all(
    made.map(async (member) => ({ member, browser: await world.signIn(member) })),
  );
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(`
      alter function read_dashboards(${TYPES}) rename to read_whole_dashboards;
      create sequence call;
      grant usage on sequence call to bank_app`),
  );
});
afterAll(() => world.close());

const TYPES = "bytea[], bytea[], uuid[], timestamptz, integer, integer";
/** Who holds it holds up every reading. */
const GATE = 4;

/** Refuses what meets the condition, of `p_guids`, with this code of PostgreSQL's, and counts every call. */
const refuseWhen = (condition: string, code: string) => `
  create or replace function read_dashboards(
    p_token_hashes bytea[], p_cookie_hashes bytea[], p_guids uuid[], p_at timestamptz, p_idle integer, p_life integer
  ) returns table (verdict text, dashboard json) language plpgsql as $$
  begin
    perform nextval('call');
    perform pg_advisory_xact_lock_shared(${GATE});
    if ${condition} then raise exception 'refused' using errcode = '${code}'; end if;
    return query
    select * from read_whole_dashboards(p_token_hashes, p_cookie_hashes, p_guids, p_at, p_idle, p_life);
  end $$;
  grant execute on function read_dashboards(${TYPES}) to bank_app;
  alter sequence call restart`;

/** One dashboard, and while it is read those of sixteen others in one call: what became of all, and in how many calls. */
async function readTogether(condition: string, code: string) {
  const [first, , , broken] = members;
  // The member whose page may be damaged is one of sixteen, in the middle.
  const others = Array.from({ length: 16 }, (_, place) =>
    place === 7 ? broken : members[place % 3],
  );
  const read = (one: (typeof members)[number] | undefined) =>
    world.call(getDashboard, { params: { guid: one?.member.guid ?? "" } }, one?.browser);
  return asAdmin(world.database.ownerUrl, async (owner) => {
    await owner.query(refuseWhen(condition, code));
    const waiting = async () => {
      const { rowCount } = await owner.query(
        `select from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      return rowCount;
    };
    await owner.query("select pg_advisory_lock($1)", [GATE]);
    const alone = read(first);
    await expect.poll(waiting).toBe(1);
    const together = others.map(read);
    await expect.poll(waiting).toBe(2);
    await owner.query("select pg_advisory_unlock($1)", [GATE]);
    const answers = await Promise.all([alone, ...together]);
    const { rows } = await owner.query<{ calls: string }>("select last_value as calls from call");
    return { isRead: answers.map(({ status }) => status), calls: Number(rows[0]?.calls) };
  });
}

test("a dashboard that cannot be read is nobody else's trouble, and is found in a few calls", async () => {
  const guid = members[3]?.member.guid ?? "";
  const { isRead, calls } = await readTogether(`'${guid}' = any (p_guids)`, "22003");
  expect(isRead.map((is, place) => is !== (place === 8))).not.toContain(false);
  // The one alone, the sixteen, and two for each time that their number is halved.
  expect(calls).toBe(2 + 2 * 4);
});

test.each([
  ["takes too long", "57014"],
  ["has no room left", "53100"],
])("a database that %s is not asked once more for each of them", async (_, code) => {
  const { isRead, calls } = await readTogether("cardinality(p_guids) > 1", code);
  expect(isRead).toEqual([true, ...Array.from({ length: 16 }, () => false)]);
  expect(calls).toBe(2);
});
