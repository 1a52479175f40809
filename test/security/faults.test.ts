import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { grantAccess } from "#server/db/grantAccess.ts";
import { makeLog } from "#server/platform/base/log.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { goodCall } from "#test/support/goodCalls.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";

let world: World;
let member: TestMember;
let browser: Browser;
let staffBrowser: Browser;
const log: string[] = [];
beforeAll(async () => {
  world = await makeWorld();
  world.app.log = makeLog("test", "info", { write: (line) => log.push(line) });
});
afterAll(() => world.close());

/** What is said from memory alone, because it must be said when nothing else answers. */
const calls = api.filter(({ name }) => name !== "getStatus");

/** Somebody new for the next call: one before it may have signed them out. */
async function signInAnew(): Promise<void> {
  member = await world.makeMember({ savings: 5_000_00n, officeId: 1n });
  browser = await world.signIn(member);
  staffBrowser = (await world.makeStaff({ role: "every", officeId: null })).browser;
}

/** What the configuration is read from. */
const CONFIGURATION = ["feature", "text_message"];
/** What a call needs before its handler begins: who asks, how often, and the key of an encrypted call, which comes with the configuration. */
const FRONT_DOOR = {
  tables:
    "session member throttle sealed_call feature text_message staff staff_session staff_role role_action".split(
      " ",
    ),
  functions: ["check_session", "count_call", "check_staff_session"],
};

/** The application may touch nothing in the database but what is named. */
async function takeAwayAllBut(kept: typeof FRONT_DOOR): Promise<void> {
  await asAdmin(world.database.ownerUrl, async (owner) => {
    await owner.query(`do $$
      declare
        it record;
      begin
        for it in select oid::regclass as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
            and relname <> all (string_to_array('${kept.tables.join(",")}', ','))
        loop execute format('revoke all on %s from bank_app', it.name); end loop;
        for it in select oid::regprocedure as name from pg_proc
          where pronamespace = 'public'::regnamespace
            and proname <> all (string_to_array('${kept.functions.join(",")}', ','))
        loop execute format('revoke execute on function %s from bank_app', it.name); end loop;
      end $$`);
  });
}

async function ask(endpoint: Endpoint) {
  log.length = 0;
  const who = { member: browser, staff: staffBrowser, public: newBrowser() }[endpoint.access];
  return world.callRaw(endpoint, goodCall(endpoint, member), who, {
    idempotencyKey: `fault-${crypto.randomUUID()}`,
    headers: { "x-correlation-id": "fault-0123456789" },
  });
}

const answers = new Map<string, Awaited<ReturnType<typeof ask>> & { log: string }>();

// Taking rights away and giving them back costs more than all the calls: it is done for all at once.
beforeAll(async () => {
  await signInAnew();
  const askAll = async (endpoints: readonly Endpoint[]) => {
    for (const endpoint of endpoints) {
      answers.set(endpoint.name, { ...(await ask(endpoint)), log: log.join("") });
    }
  };
  await takeAwayAllBut(FRONT_DOOR);
  await askAll(calls);
  // These live from the front door's own tables.
  const untouched = calls.filter(({ name }) => answers.get(name)?.httpStatus !== 500);
  if (untouched.length > 0) {
    await asAdmin(world.database.ownerUrl, grantAccess);
    await signInAnew();
    // Who seals a call reads the configuration first.
    const isSealed = ({ bodyType }: Endpoint) => bodyType === "sealed";
    await takeAwayAllBut({ tables: CONFIGURATION, functions: [] });
    await askAll(untouched.filter(isSealed));
    await takeAwayAllBut({ tables: [], functions: [] });
    await askAll(untouched.filter((endpoint) => !isSealed(endpoint)));
  }
  await asAdmin(world.database.ownerUrl, grantAccess);
});

test.each(calls.map((endpoint) => [endpoint.name, endpoint] as const))(
  "S015 a fault inside %s is said in general words, found by its id, and over with its cause",
  async (name, endpoint) => {
    const answer = answers.get(name);
    expect(answer).toMatchObject({
      httpStatus: 500,
      body: {
        status: false,
        code: "internal",
        message: "Something went wrong on our side. Please try again later.",
        correlationId: "fault-0123456789",
      },
      headers: {
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("default-src 'self'"),
      },
    });
    expect(Object.keys(answer?.body ?? {}).toSorted()).toEqual([
      "code",
      "correlationId",
      "message",
      "status",
    ]);
    expect(answer?.log).toMatch(/permission denied.*"correlationId":"fault-0123456789"/);

    let later = await ask(endpoint);
    if (later.httpStatus === 401) {
      await signInAnew();
      later = await ask(endpoint);
    }
    expect(later.httpStatus).toBeLessThan(500);
  },
);
