import { afterEach, beforeEach, expect, test } from "vitest";
import { addDays } from "#common/manila.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { beginYear, differences, liveDay, passMidnight, type Year } from "./year.ts";

let world: World;
beforeEach(async () => {
  world = await makeWorld({ LOGIN_OTP: "off", PAUSE_HOURS: "0" });
});
afterEach(() => world.close());

async function lived(seed: number, count: number): Promise<Year> {
  const year = await beginYear(world, seed, count);
  for (const day of year.days) {
    // oxlint-disable-next-line no-await-in-loop -- one day after the other
    await liveDay(year, day);
  }
  await passMidnight(year, addDays(year.days.at(-1) ?? "", 1));
  return year;
}

/** How many due days the oracle has, by what was to become of them. */
function fates({ savers }: Year) {
  const counted = { sent: 0, missed: 0, skipped: 0, stopped: 0 };
  for (const { watched } of savers) for (const fate of watched.fates.values()) counted[fate] += 1;
  return counted;
}

test("S397 over a year of days each due day is sent once or not at all, as what the member did and had on it decides", async () => {
  const year = await lived(7, 365);
  expect(await differences(year)).toEqual([]);
  // Nothing of this is shown by a bank that refuses every act and sends nothing.
  const due = year.savers.map(({ watched: { rule, fates: of } }) => [rule.repeats, of.size]);
  expect(Object.fromEntries(due)).toEqual({ once: 1, weekly: 52, monthly: 11, paydays: 24 });
  expect(fates(year)).toEqual({ sent: 47, missed: 7, skipped: 22, stopped: 12 });
  expect(year.granted).toEqual({ skip: 22, pause: 42, resume: 53, freeze: 11, end: 6 });
  await assertBooksHold(world);
});

test.each([
  [
    "a month that loses its day",
    `create function wrong() returns trigger language plpgsql as
      $$ begin new.next_on := new.next_on + 1; return new; end $$;
    create trigger wrong before update of next_on on transfer_schedule for each row execute function wrong();`,
  ],
  [
    "a pause that does not hold",
    `create function wrong() returns trigger language plpgsql as
      $$ begin if new.state = 'paused' then new.state := 'active'; new.paused_for := null; end if; return new; end $$;
    create trigger wrong before update of state on transfer_schedule for each row execute function wrong();`,
  ],
])("S397 the year notices %s", async (_mistake, planted) => {
  await asAdmin(world.database.ownerUrl, (owner) => owner.query(planted));
  expect(await differences(await lived(7, 60))).not.toEqual([]);
});
