import { afterAll, beforeAll, expect, test } from "vitest";
import { getDashboard } from "#contract/members.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
});
afterAll(() => world.close());

/** Makes the reading of this member's dashboard fail, and with it every call that reads it beside others. */
async function breakDashboardOf(guid: string): Promise<void> {
  const types = "bytea[], bytea[], uuid[], timestamptz, integer, integer";
  await asAdmin(world.database.ownerUrl, (owner) =>
    owner.query(`
      alter function read_dashboards(${types}) rename to read_whole_dashboards;
      create function read_dashboards(
        p_token_hashes bytea[], p_cookie_hashes bytea[], p_guids uuid[], p_at timestamptz, p_idle integer, p_life integer
      ) returns table (verdict text, dashboard json) language plpgsql as $$
      begin
        if '${guid}' = any (p_guids) then raise exception 'a damaged page'; end if;
        return query
        select * from read_whole_dashboards(p_token_hashes, p_cookie_hashes, p_guids, p_at, p_idle, p_life);
      end $$;
      grant execute on function read_dashboards(${types}) to bank_app`),
  );
}

test("P04 a dashboard that cannot be read is nobody else's trouble", async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => world.makeMember()));
  const browsers = await Promise.all(members.map((member) => world.signIn(member)));
  await breakDashboardOf(members[3]?.guid ?? "");
  const answers = await Promise.all(
    members.map(({ guid }, index) =>
      world.call(getDashboard, { params: { guid } }, browsers[index]),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([true, true, true, false, true, true]);
});
