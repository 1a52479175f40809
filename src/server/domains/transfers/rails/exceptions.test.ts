import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { App } from "#server/platform/app.ts";
import { transact } from "#server/db/db.ts";
import type { PesonetRail } from "#server/platform/gateways/rails/pesonet.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS } from "#test/support/railWorld.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { queueForReview } from "#server/domains/transfers/lifecycle/queueForReview.ts";
import { takeLeftMessages } from "./receiveRailMessage.ts";
import { takePesonetFiles } from "./takePesonetFiles.ts";

const AMOUNT = 1_500_25n;
const ACCOUNT = ACCOUNTS.neverKnown;

let world: World;

beforeAll(async () => {
  world = await rails.makeRailWorld({ RAIL_TIMEOUT_MS: "1500", ISSUER_TIMEOUT_MS: "1500" });
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

async function ordered(): Promise<string> {
  const member = await world.makeMember({ card: { balance: 10_000_00n } });
  const refNo = await rails.orderByRows(world, member, {
    kind: "instapay",
    amount: AMOUNT,
    account: ACCOUNT,
  });
  await drainJobs(world.app);
  return refNo;
}

const stateOf = async (refNo: string) => (await rails.transferRow(world, refNo)).state;

test("S103 another message under an id that was used is kept, queued for review, and moves nothing", async () => {
  const refNo = await ordered();
  const told = { refNo, amount: AMOUNT, account: ACCOUNT };
  const first = rails.statusXml("ACSP", { ...told, messageId: "USED-1" });
  const other = rails.statusXml("ACSC", { ...told, messageId: "USED-1" });
  for (const xml of [first, first, other, other]) {
    expect(await rails.tellUs(world, xml)).toBe(200);
  }
  expect(await stateOf(refNo)).not.toBe("credited");
  expect(await rails.exceptionsOf(world, refNo)).toEqual(["unreadable"]);
  const kept = await world.app.db
    .selectFrom("rail_message")
    .select(["body", "outcome"])
    .where("ref_no", "=", refNo)
    .where("direction", "=", "in")
    .where("message_id", "like", "%USED-1%")
    .orderBy("id")
    .execute();
  expect(kept).toEqual([
    { body: first, outcome: "booked" },
    { body: other, outcome: "exception" },
  ]);
  expect(await rails.tellUs(world, rails.statusXml("ACSC", told))).toBe(200);
  expect(await stateOf(refNo)).toBe("credited");
});

test("S103 the wrong body does not take the place of a message that a process died over", async () => {
  const refNo = await ordered();
  const told = { refNo, amount: AMOUNT, account: ACCOUNT, messageId: "USED-2" };
  const body = rails.statusXml("ACSP", told);
  await world.app.db
    .insertInto("rail_message")
    .values({
      rail: "instapay",
      direction: "in",
      type: "pacs.002",
      message_id: "USED-2",
      ref_no: refNo,
      body,
      at: world.app.now(),
      outcome: "received",
    })
    .execute();
  expect(await rails.tellUs(world, rails.statusXml("ACSC", told))).toBe(200);
  expect(await stateOf(refNo)).not.toBe("credited");
  expect(await rails.exceptionsOf(world, refNo)).toEqual(["unreadable"]);
});

test("S103 a trouble that differs from a resolved one, or outlasts it by a day, is open again and in the trail", async () => {
  const refNo = "IP261123-0000000001";
  const report = (amount: string) =>
    transact(world.app.db, (tx) =>
      queueForReview(tx, {
        refNo,
        kind: "wrong_amount",
        via: "callback",
        correlationId: "test",
        at: world.app.now(),
        detail: { amount },
      }),
    );
  const open = async () =>
    (
      await world.app.db
        .selectFrom("transfer_exception")
        .select("detail")
        .where("ref_no", "=", refNo)
        .where("resolved_at", "is", null)
        .execute()
    ).length;
  const resolve = () =>
    world.app.db
      .updateTable("transfer_exception")
      .set({ resolved_at: world.app.now(), resolved_by: "desk", resolution: "asked the bank" })
      .where("ref_no", "=", refNo)
      .execute();
  const audited = async () =>
    (
      await world.app.db
        .selectFrom("audit_event")
        .select("id")
        .where("action", "=", "report_transfer_exception")
        .where("object", "=", `transfer:${refNo}`)
        .execute()
    ).length;
  await report("1.00");
  await report("1.00");
  expect([await open(), await audited()]).toEqual([1, 1]);
  await resolve();
  await report("1.00");
  expect([await open(), await audited()]).toEqual([0, 1]);
  await report("2.00");
  expect([await open(), await audited()]).toEqual([1, 2]);
  await report("3.00");
  expect([await open(), await audited()]).toEqual([1, 3]);
  await resolve();
  world.passSeconds(24 * 60 * 60);
  await report("3.00");
  expect([await open(), await audited()]).toEqual([1, 4]);
});

/** The clearing house, but for what is changed. */
const withClearingHouse = (changed: Partial<PesonetRail>): App => ({
  ...world.app,
  pesonet: { ...world.app.pesonet, ...changed },
});

const silence = async () => ({ kind: "unknown", reason: "404" }) as const;

/** A transfer in a file that is cleared, with advice and status listed and not fetched; its day's 16:00:10. */
async function cleared(day: string): Promise<string> {
  world.setTime(rails.manila(`${day}T10:05:00`));
  const member = await world.makeMember({ card: { balance: 10_000_00n } });
  const refNo = await rails.orderByRows(world, member, {
    kind: "pesonet",
    amount: AMOUNT,
    account: ACCOUNTS.credited,
    cycle: await rails.cycleNow(world),
  });
  await drainJobs(world.app);
  for (const time of ["15:00:00", "15:00:01"]) {
    world.setTime(rails.manila(`${day}T${time}`));
    await rails.pesonetTurn(world);
  }
  world.setTime(rails.manila(`${day}T16:00:00`));
  await world.app.pesonet.list(0);
  world.setTime(rails.manila(`${day}T16:00:10`));
  return refNo;
}

const openExceptions = () =>
  world.app.db
    .selectFrom("transfer_exception")
    .select(["ref_no", "kind"])
    .where("resolved_at", "is", null)
    .where("kind", "=", "unreadable")
    .where("ref_no", "like", "%.xml")
    .orderBy("id")
    .execute();

test("S103 a file that cannot be had holds up no other; a person is told, and it is acted on once it is there", async () => {
  const refNo = await cleared("2026-11-25");
  const { fetch } = world.app.pesonet;
  const app = withClearingHouse({
    fetch: (name) => (name.startsWith("STATUS") ? silence() : fetch(name)),
  });
  await takePesonetFiles(app);
  expect(await rails.transferRow(world, refNo)).toMatchObject({
    state: "sent",
    has_settled: true,
  });
  world.passSeconds(14 * 60);
  await takePesonetFiles(app);
  expect(await openExceptions()).toEqual([]);
  world.passSeconds(2 * 60);
  await takePesonetFiles(app);
  expect(await openExceptions()).toHaveLength(1);
  world.passSeconds(15 * 60);
  await takePesonetFiles(world.app);
  expect(await stateOf(refNo)).toBe("credited");
  expect(await openExceptions()).toEqual([]);
});

test("S103 a file with other bytes than were listed is for a person at once, and acted on when they are right", async () => {
  const refNo = await cleared("2026-11-26");
  const { fetch } = world.app.pesonet;
  const other = Buffer.from(rails.statusXml("ACSC", { refNo, amount: AMOUNT, account: ACCOUNT }));
  await takePesonetFiles(
    withClearingHouse({
      fetch: async (name) =>
        name.startsWith("STATUS") ? { kind: "file", bytes: other } : fetch(name),
    }),
  );
  expect(await stateOf(refNo)).toBe("sent");
  expect(await openExceptions()).toHaveLength(1);
  world.passSeconds(60);
  await takePesonetFiles(world.app);
  expect(await stateOf(refNo)).toBe("credited");
  expect(await openExceptions()).toEqual([]);
});

test("S103 while nothing can be fetched a turn tries three files, and all are taken in the end", async () => {
  const refNo = await cleared("2026-11-27");
  const position = await world.app.db
    .selectFrom("rail_cursor")
    .select("position")
    .executeTakeFirstOrThrow();
  const listed = await world.app.pesonet.list(0);
  const [known] = listed.kind === "list" ? listed.files : [];
  const added = [1, 2, 3, 4].flatMap((more) =>
    known === undefined || known.kind === "odd"
      ? []
      : [{ ...known, cursor: Number(position.position) + 1_000 + more }],
  );
  const { list, fetch } = world.app.pesonet;
  let asked = 0;
  const clearingHouse: Partial<PesonetRail> = {
    list: async (after) => {
      const real = await list(after);
      const more = added.filter(({ cursor }) => cursor > after);
      return real.kind === "list" ? { kind: "list", files: [...real.files, ...more] } : real;
    },
  };
  const broken = withClearingHouse({
    ...clearingHouse,
    fetch: () => {
      asked += 1;
      return silence();
    },
  });
  expect(await takePesonetFiles(broken)).toBe(0);
  expect(asked).toBe(3);
  world.passSeconds(60);
  expect(await takePesonetFiles(broken)).toBe(0);
  expect(asked).toBe(3 + 3 + 3);
  world.passSeconds(15 * 60);
  await takePesonetFiles(withClearingHouse({ ...clearingHouse, fetch }));
  expect(await stateOf(refNo)).toBe("credited");
  const left = await world.app.db
    .selectFrom("pesonet_file_left")
    .select("name")
    .where("taken_at", "is", null)
    .execute();
  expect(left).toEqual([]);
});

test("S103 a list that never gets shorter is gone through once", async () => {
  const listed = await world.app.pesonet.list(0);
  let lists = 0;
  const app = withClearingHouse({
    list: async () => {
      lists += 1;
      if (lists > 5) throw new Error("asked for ever");
      return listed;
    },
  });
  expect(await takePesonetFiles(app)).toBe(0);
  expect(lists).toBe(1);
});

test("S103 a listed file with a name that leads elsewhere is not fetched, and the next is taken", async () => {
  const refNo = await cleared("2026-12-01");
  const listed = await world.app.pesonet.list(0);
  const real = listed.kind === "list" ? listed.files : [];
  await world.app.db
    .updateTable("rail_cursor")
    .set({ position: String(real.length - 2) })
    .execute();
  const asked: string[] = [];
  await takePesonetFiles(
    withClearingHouse({
      list: async (after) => ({
        kind: "list",
        files: real
          .map((file, index) =>
            index === real.length - 2
              ? ({ kind: "odd", cursor: file.cursor, reason: "its kind is not known" } as const)
              : file,
          )
          .filter(({ cursor }) => (cursor ?? 0) > after),
      }),
      fetch: (name) => {
        asked.push(name);
        return world.app.pesonet.fetch(name);
      },
    }),
  );
  expect(asked).toHaveLength(1);
  expect(await stateOf(refNo)).toBe("credited");
  const cursor = real.at(-2)?.cursor ?? 0;
  expect(await rails.exceptionsOf(world, `file-${cursor}`)).toEqual(["unreadable"]);
});

test("S103 fifty messages that cannot be taken keep no other waiting", async () => {
  world.passSeconds(21);
  await takeLeftMessages(world.app);
  const [stuck, other] = [await ordered(), await ordered()];
  const remember = (refNo: string, messageId: string) =>
    world.app.db
      .insertInto("rail_message")
      .values({
        rail: "instapay",
        direction: "in",
        type: "pacs.002",
        message_id: messageId,
        ref_no: refNo,
        body: rails.statusXml("ACSC", { refNo, amount: AMOUNT, account: ACCOUNT, messageId }),
        at: world.app.now(),
        outcome: "received",
      })
      .execute();
  for (let count = 0; count < 50; count += 1) await remember(stuck, `STUCK-${count}`);
  await remember(other, "BEHIND");
  // What ended cannot end again: each word about it fails.
  const { state, next_inquiry_at: next } = await rails.transferRow(world, stuck);
  const set = (row: object) =>
    world.app.db.updateTable("transfer").set(row).where("ref_no", "=", stuck).execute();
  await set({ state: "returned", returned_at: world.app.now(), next_inquiry_at: null });
  world.passSeconds(21);
  expect(await takeLeftMessages(world.app)).toBe(51);
  await set({ state, returned_at: null, next_inquiry_at: next });
  expect(await stateOf(other)).toBe("credited");
  expect(await takeLeftMessages(world.app)).toBe(50);
  expect(await stateOf(stuck)).toBe("credited");
});
