import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { type Browser, newBrowser, type RawAnswer } from "#test/support/browser.ts";
import { goodCall } from "#test/support/goodCalls.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { takes, type TextLeaf, textLeaves, withText } from "#test/support/textLeaves.ts";

let world: World;
let owner: pg.Client;
let member: TestMember;
const browsers: Record<Endpoint["access"], Browser> = {
  member: newBrowser(),
  staff: newBrowser(),
  public: newBrowser(),
};

beforeAll(async () => {
  world = await makeWorld();
  owner = new pg.Client({ connectionString: world.database.ownerUrl });
  await owner.connect();
  await owner.query(WATCH);
  await signInAnew();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});
afterEach(() => vi.restoreAllMocks());

/**
 * What a payload would call if it ran: a number that is taken stays taken, also when the transaction is
 * undone. And each table writes down that rows of it were changed.
 */
const WATCH = `
  create sequence payload_ran;
  create function payload_ran() returns bigint security definer language sql as
    $$ select nextval('payload_ran') $$;
  create table changed_row (name text);
  create function note_changed_row() returns trigger security definer language plpgsql as $$
    begin insert into changed_row values (tg_table_name); return null; end $$;
  do $$ declare it record; begin
    for it in select oid::regclass as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
        and relname not in ('changed_row', 'throttle')
    loop
      execute format('create trigger zz_note after insert or update or delete on %s
        for each row execute function note_changed_row()', it.name);
    end loop; end $$;`;

async function signInAnew(): Promise<void> {
  member = await world.makeMember({ savings: 5_000_00n, officeId: 1n, card: {} });
  browsers.member = await world.signIn(member);
  browsers.staff = (await world.makeStaff({ role: "every", officeId: null })).browser;
}

const MARK = "payload_ran";
/** Quotes, comments, stacked statements, a function that is called, a pause, a union. */
const PAYLOADS = [
  `' || ${MARK}() || '`,
  `1\\"$$); select ${MARK}(); /* --`,
  `' union select ${MARK}()::text, pg_sleep(9)::text --`,
];
/** What is true and what is false, if it is ever read as SQL. */
const [TRUE, FALSE] = ["x' or '1'='1", "x' or '1'='2"];

const isSealedOrOpen = ({ bodyType }: Endpoint) => bodyType !== "csv" && bodyType !== "document";

async function ask(endpoint: Endpoint, call: Record<string, unknown>): Promise<RawAnswer> {
  await owner.query("delete from throttle; delete from changed_row");
  return world.callRaw(endpoint, call, browsers[endpoint.access], {
    idempotencyKey: `payload-${crypto.randomUUID()}`,
  });
}

async function changedTables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>("select distinct name from changed_row");
  return rows.map(({ name }) => name);
}

/** What may change with a no: who was heard, the ids of a call, that something was tried. */
const COUNTED = [
  "session",
  "idempotency_key",
  "staff_session",
  "sealed_call",
  "audit_event",
  "member_activity",
];

/**
 * Where a text may stand in a call: what the contract takes goes on to the database, one place at a time;
 * what it refuses there is sent in one call.
 */
function placesFor(endpoint: Endpoint): { taken: TextLeaf[]; refused: TextLeaf[] } {
  const good = goodCall(endpoint, member);
  const leaves = textLeaves(good, endpoint);
  const taken = leaves.filter((leaf) =>
    [...PAYLOADS, TRUE, FALSE].some((payload) =>
      takes(
        endpoint,
        leaf,
        withText(good, leaf, () => payload),
      ),
    ),
  );
  return { taken, refused: leaves.filter((leaf) => !taken.includes(leaf)) };
}

const callWith = (endpoint: Endpoint, places: readonly TextLeaf[], payload: string) =>
  places.reduce((call, leaf) => withText(call, leaf, () => payload), goodCall(endpoint, member));

/** Sends one text at some places, and looks at everything that must hold. */
async function attempt(
  endpoint: Endpoint,
  places: readonly TextLeaf[],
  payload: string,
): Promise<RawAnswer> {
  let answer = await ask(endpoint, callWith(endpoint, places, payload));
  if (answer.httpStatus === 401 && answer.body["code"] === "invalid_token") {
    await signInAnew();
    answer = await ask(endpoint, callWith(endpoint, places, payload));
  }
  const where = places.map(({ part, way }) => `${part} ${way.join(".")}`).join(", ");
  const what = `${endpoint.name} ${where} ${payload}`;
  expect(answer.httpStatus, what).toBeLessThan(500);
  const changed = answer.httpStatus === 200 ? [] : await changedTables();
  expect([what, changed.filter((table) => !COUNTED.includes(table))]).toEqual([what, []]);
  return answer;
}

/** Every text of a statement that is sent, whoever puts it together. */
function watchStatements(): string[] {
  const texts: string[] = [];
  const { query, parse } = pg.Connection.prototype as unknown as Record<
    "query" | "parse",
    (...given: [unknown]) => unknown
  >;
  const prototype = pg.Connection.prototype as unknown as Record<"query" | "parse", typeof query>;
  vi.spyOn(prototype, "query").mockImplementation(function spied(this: unknown, ...given) {
    texts.push(String(given[0]));
    return Reflect.apply(query, this, given);
  });
  vi.spyOn(prototype, "parse").mockImplementation(function spied(this: unknown, ...given) {
    texts.push((given[0] as { text: string }).text);
    return Reflect.apply(parse, this, given);
  });
  return texts;
}

const endpoints = api.filter(isSealedOrOpen);

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  "S121 no text in %s becomes a part of a statement, breaks one or changes a row with a no",
  async (_name, endpoint) => {
    const texts = watchStatements();
    const open = placesFor(endpoint);
    await attempt(endpoint, open.refused, PAYLOADS[0] ?? "");
    for (const leaf of open.taken) {
      for (const payload of PAYLOADS) await attempt(endpoint, [leaf], payload);
      const [yes, no] = [
        await attempt(endpoint, [leaf], TRUE),
        await attempt(endpoint, [leaf], FALSE),
      ];
      // What was done once is answered in another way the second time.
      if (yes.httpStatus === 200 && endpoint.method === "POST") continue;
      expect([leaf, no.httpStatus, no.body["code"], no.body["result"]]).toEqual([
        leaf,
        yes.httpStatus,
        yes.body["code"],
        yes.body["result"],
      ]);
    }
    expect(texts.filter((text) => /payload_ran\(|'1'='/.test(text))).toEqual([]);
    const { rows } = await owner.query("select is_called from payload_ran");
    expect(rows).toEqual([{ is_called: false }]);
  },
);
