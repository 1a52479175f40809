import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { lockCard } from "#contract/cardSettings.ts";
import { getConfig } from "#contract/config.ts";
import { getBalances, getDashboard } from "#contract/members.ts";
import { getStatus } from "#contract/status.ts";
import { watchDatabase } from "#server/platform/status/watchDatabase.ts";
import { readAway } from "#server/platform/status/readAway.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { type OwnPostgres, startOwnPostgres } from "#test/support/ownPostgres.ts";
import * as sending from "#test/support/sendActs.ts";
import * as acts from "#test/support/transferActs.ts";

let folder: string;
let database: OwnPostgres;
let world: World;
let watch: ReturnType<typeof watchDatabase>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "portal-"));
  for (const page of ["login.en.html", "login.fil.html", "app.html"]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, page), "<!doctype html><title>Member Login</title>");
  }
  database = await startOwnPostgres();
  world = await makeWorld({ DATABASE_URL: database.appUrl, PUBLIC_DIR: folder });
  watch = watchDatabase(world.app);
});
afterAll(async () => {
  await watch.close();
  await world.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The parts that are away by the bank's own word, once it says that of `part` what is expected. */
async function untilSaid(part: string, isAway: boolean): Promise<string[]> {
  let away: string[] = [];
  await expect
    .poll(async () => {
      const answer = await world.call(getStatus, {});
      if (!answer.status) throw new Error(answer.message);
      away = answer.result.parts.flatMap((one) => (one.isAway ? [one.part] : []));
      return away.includes(part);
    })
    .toBe(isAway);
  return away;
}

async function fault(target: string, mode: string): Promise<void> {
  const response = await fetch(new URL("/faults", world.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ target, mode }),
  });
  if (!response.ok) throw new Error(await response.text());
}

test("R2 while the database is away every call is 503; when it is back all goes on by itself", async () => {
  const member = await world.makeMember({ savings: 10_000_00n, card: {} });
  const browser = await world.signIn(member);
  const params = { guid: member.guid };
  const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
  world.passSeconds(61);
  const wanted = { amount: 2_000_00n };
  const approval = await acts.approve(world, member, browser, wanted);
  const order = () => acts.order(world, member, browser, wanted, approval, "over-the-outage");

  database.kill();
  await expect
    .poll(() => world.send({ method: "GET", url: "/health/ready" }))
    .toMatchObject({ httpStatus: 503 });
  const away = { status: false, httpStatus: 503, code: "unavailable", retryAfterSeconds: 5 };
  expect(await world.call(getBalances, { params }, browser)).toMatchObject(away);
  expect(await world.call(getDashboard, { params }, browser)).toMatchObject(away);
  expect(await world.call(getConfig, {})).toMatchObject(away);
  expect(await order()).toMatchObject(away);
  const inFilipino = { headers: { "accept-language": "fil" } };
  expect(await world.call(getBalances, { params }, browser, inFilipino)).toMatchObject({
    message: "Hindi available ang serbisyong ito ngayon. Subukan ulit mamaya.",
  });
  expect((await world.send({ method: "GET", url: "/health/live" })).httpStatus).toBe(200);

  await database.startAgain();
  await expect
    .poll(() => world.send({ method: "GET", url: "/health/ready" }))
    .toMatchObject({ httpStatus: 200 });
  await untilSaid("online", false);

  // The same session, and all that was confirmed; the order that met the outage may be repeated.
  expect(await world.call(getBalances, { params }, browser)).toMatchObject({ status: true });
  expect(await order()).toMatchObject({ status: true });
  const orders = await world.app.db
    .selectFrom("transfer")
    .select(["ref_no", "amount_centavos"])
    .orderBy("ref_no")
    .execute();
  expect(orders[0]).toEqual({ ref_no: refNo, amount_centavos: 1_000_00n });
  expect(orders.map(({ amount_centavos }) => amount_centavos)).toEqual([1_000_00n, 2_000_00n]);
  await acts.assertBooksHold(world);
});

test("R16 a database that hangs keeps nobody waiting, and nothing is stuck when it goes on", async () => {
  const member = await world.makeMember({ savings: 10_000_00n, card: {} });
  const browser = await world.signIn(member);
  const dashboard = () => world.call(getDashboard, { params: { guid: member.guid } }, browser);
  const away = { status: false, httpStatus: 503, code: "unavailable" };
  database.hang(true);
  try {
    // As many as there are connections, and more.
    const waiting = Array.from({ length: 20 }, dashboard);
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject(away);
    await untilSaid("online", true);
    expect(await dashboard()).toMatchObject({ ...away, retryAfterSeconds: 5 });
  } finally {
    database.hang(false);
  }
  await untilSaid("online", false);
  expect(await dashboard()).toMatchObject({ status: true });
});

test("R16 a database that falls silent while the bank asks it about its partners is noticed as well", async () => {
  // Whoever reads transfers now waits, over a connection that will be silent in a moment.
  const holder = await world.app.pool.connect();
  await holder.query("begin");
  await holder.query("lock table transfer in access exclusive mode");
  world.passSeconds(2);
  await expect
    .poll(async () => {
      const { rows } = await holder.query(
        "select 1 from pg_locks where relation = 'transfer'::regclass and not granted",
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
  database.hang(true);
  try {
    await untilSaid("online", true);
  } finally {
    database.hang(false);
    holder.release(true);
  }
  await untilSaid("online", false);
});

type Someone = { member: TestMember; browser: Browser; approval: acts.Approval };

const TOP_UP = { amount: 100_00n };

async function someone(): Promise<Someone> {
  const member = await world.makeMember({ savings: 10_000_00n, card: { balance: 9_000_00n } });
  const browser = await world.signIn(member);
  const approval = await acts.approve(world, member, browser, TOP_UP);
  world.passSeconds(61);
  return { member, browser, approval };
}

type Answer = { httpStatus: number; code?: string | undefined };

const askFor =
  (rail: "instapay" | "pesonet") =>
  ({ member, browser }: Someone) =>
    sending.askFor(world, member, browser, sending.toBank(rail, "20.00"));

/** A new member sends these by InstaPay; the worker asks in vain. */
async function sendInVain(amounts: readonly string[]): Promise<void> {
  const sender = await world.makeMember({ card: { balance: 9_000_00n } });
  const browser = await world.signIn(sender);
  for (const [turn, amount] of amounts.entries()) {
    if (turn > 0) world.passSeconds(61);
    await sending.send(world, sender, browser, sending.toBank("instapay", amount));
    await drainJobs(world.app);
  }
}

/** What a member does, and the first call of it that meets whoever is away. */
const routes: Record<string, (who: Someone) => Promise<Answer | { status: true }>> = {
  "login page": () => world.send({ method: "GET", url: "/login" }),
  status: () => world.call(getStatus, {}),
  "sign in": async ({ member: { username, password } }) => {
    const config = await world.call(getConfig, {});
    if (!config.status) return config;
    return world.call(login, { body: { username, password } }, newBrowser());
  },
  dashboard: ({ member: { guid }, browser }) =>
    world.call(getDashboard, { params: { guid } }, browser),
  "lock card": ({ member: { guid }, browser }) =>
    world.call(lockCard, { params: { guid } }, browser),
  "top up": ({ member, browser, approval }) =>
    acts.order(world, member, browser, TOP_UP, approval, `top-up-${approval.pinId}`),
  InstaPay: askFor("instapay"),
  PESONet: askFor("pesonet"),
};

type Part = {
  leave: (who: Someone) => Promise<void>;
  back: () => Promise<unknown>;
  /** What status says is away. */
  said: string[];
  /** The cells that are not 'yes'. */
  no: Record<string, string>;
};

const OUTAGE = "503 unavailable";

/** docs/degraded-modes.md, by column. */
const parts: Record<string, Part> = {
  database: {
    leave: async () => {
      database.kill();
      await untilSaid("online", true);
    },
    back: async () => {
      await database.startAgain();
      await untilSaid("online", false);
    },
    said: ["online"],
    no: {
      "sign in": OUTAGE,
      dashboard: OUTAGE,
      "lock card": OUTAGE,
      "top up": OUTAGE,
      InstaPay: OUTAGE,
      PESONet: OUTAGE,
    },
  },
  InstaPay: {
    leave: async () => {
      await fault("instapay", "down");
      await sendInVain(["11.00", "12.00"]);
      await sendInVain(["13.00"]);
      world.passSeconds(2);
      await untilSaid("instapay", true);
    },
    // Another try is due after a while; any answer would do as well.
    back: async () => {
      await fault("instapay", "ok");
      world.passSeconds(301);
      await untilSaid("instapay", false);
    },
    said: ["instapay"],
    no: { InstaPay: "503 instapay_closed" },
  },
  PESONet: {
    leave: () => fault("pesonet", "down"),
    back: () => fault("pesonet", "ok"),
    said: [],
    no: {},
  },
  issuer: {
    leave: async ({ member, browser }) => {
      await fault("issuer", "down");
      await world.call(lockCard, { params: { guid: member.guid } }, browser);
      world.passSeconds(31);
      await untilSaid("card", true);
    },
    back: () => fault("issuer", "ok"),
    said: ["card"],
    no: { "lock card": "503 issuer_unavailable" },
  },
  SMS: {
    leave: async ({ member: { username, password } }) => {
      await fault("sms", "down");
      await world.call(login, { body: { username, password } }, newBrowser());
      world.passSeconds(61);
      await untilSaid("texts", true);
    },
    back: () => fault("sms", "ok"),
    said: ["texts"],
    no: {},
  },
};

test("R16 three transfers of one member that nobody answers close InstaPay for nobody", async () => {
  await fault("instapay", "down");
  try {
    await sendInVain(["11.00", "12.00", "13.00"]);
    world.passSeconds(2);
    expect(await readAway(world.app)).toEqual([]);
  } finally {
    await fault("instapay", "ok");
    world.passSeconds(301);
  }
});

test.each(Object.entries(parts))(
  "R16 while %s is away what does not need it works, and the rest says so calmly",
  async (_name, { leave, back, said, no }) => {
    const who = await someone();
    const answers: Record<string, string> = {};
    await leave(who);
    try {
      expect(await untilSaid(said[0] ?? "online", said.length > 0)).toEqual(
        expect.arrayContaining(said),
      );
      for (const [name, act] of Object.entries(routes)) {
        const answer = await act(who);
        const isYes = "status" in answer ? answer.status : answer.httpStatus === 200;
        answers[name] =
          isYes || !("httpStatus" in answer) ? "yes" : `${answer.httpStatus} ${answer.code}`;
      }
    } finally {
      await back();
    }
    const wanted = Object.keys(routes).map((name) => [name, no[name] ?? "yes"]);
    expect(answers).toEqual(Object.fromEntries(wanted));
  },
);
