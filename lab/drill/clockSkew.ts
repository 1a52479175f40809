import { brand } from "#brand";
import { login } from "#contract/auth.ts";
import { getBalances } from "#contract/members.ts";
import { callBank, newClient } from "#test/client/bankClient.ts";
import { asOwner } from "#lab/killLoop/prepare.ts";
import type { Writer } from "#lab/killLoop/writers.ts";
import { checkBooks, settle } from "./checkBooks.ts";
import { type DrillBank, pause, startDrillBank } from "./drillBank.ts";
import { atMost, type Goal, none } from "./goal.ts";
import {
  approveOrders,
  newOrder,
  newPromises,
  type Promises,
  sendOnce,
  sendUntilKnown,
} from "./orders.ts";
import { type SkewedApi, startSkewedApi } from "./skewedApi.ts";
import { type Crowd, gatherCrowd } from "./underLoad.ts";

const WRITERS = 6;
const ORDERS_EACH = 10;
/** What is wrong with each clock once it goes wrong, in seconds. */
const SKEWS = { slow: -600, fast: 600, jumping: -3_600 } as const;
/** A proxy asks every second or two. */
const OUT_WITHIN = 5;
/** Entries of one moment may be written a little out of order. */
const ORDER_MARGIN = "5 seconds";

export const clockSkew: Goal = {
  name: "R12",
  title: "the clocks of the machines are wrong, one jumps back",
  figure: "+-10 min and back by 1 h: no lock, code or session is outlived, no number given twice",
  how: "three more API processes under libfaketime; calls go to those that say that they are ready",
  run: async ({ say }) => {
    const bank = await startDrillBank({ name: "R12", say });
    const apis: SkewedApi[] = [];
    try {
      const refused = await refusesToStart(bank);
      for (const name of Object.keys(SKEWS)) apis.push(await startSkewedApi(bank, name, 0));
      const usernames = await unusedMembers(bank);
      const crowd = await gatherCrowd(bank, WRITERS);
      const promises = newPromises();
      await sendOver(bank, crowd, promises, apis);
      say("the clocks go wrong");
      const out = await setWrong(apis);
      const serving = await readyOf(apis);
      await sendOver(bank, crowd, promises, [...serving, mainOf(bank)]);
      const found = [
        none("APIs that start with a wrong clock", refused),
        atMost("out of service after", out, OUT_WITHIN, " s"),
        none("locks that another clock opened", await outlivedLocks(bank, serving, usernames)),
        none("codes used after their time", await outlivedCodes(bank, crowd, serving)),
        none("sessions in use after their time", await outlivedSessions(bank, crowd, serving)),
      ];
      for (const api of apis) api.setClock(0);
      const back = await secondsUntil(async () => (await readyOf(apis)).length === apis.length);
      await settle(bank);
      return [
        ...found,
        atMost("in service again once the clocks are right", back, OUT_WITHIN, " s"),
        none("entries dated before earlier ones", await disordered(bank)),
        ...(await checkBooks(bank, promises)),
      ];
    } finally {
      for (const api of apis) await api.stop();
      await bank.end();
    }
  },
};

type Api = Pick<SkewedApi, "name" | "portalUrl">;

/** The names of those that came up with a clock that is wrong from the start. */
async function refusesToStart(bank: DrillBank): Promise<string[]> {
  const started: string[] = [];
  for (const [name, seconds] of Object.entries(SKEWS)) {
    const api = await startSkewedApi(bank, name, seconds).catch(() => undefined);
    if (api !== undefined) started.push(name);
    await api?.stop();
  }
  return started;
}

/** Puts every clock wrong; seconds until none of them is ready. */
function setWrong(apis: readonly SkewedApi[]): Promise<number> {
  const skews = Object.values(SKEWS);
  apis.forEach((api, place) => api.setClock(skews[place] ?? 0));
  return secondsUntil(async () => (await readyOf(apis)).length === 0);
}

async function readyOf(apis: readonly SkewedApi[]): Promise<SkewedApi[]> {
  const ready = await Promise.all(apis.map((api) => api.isReady()));
  return apis.filter((_, place) => ready[place]);
}

/** Gives up after a minute: what is not so by then is a finding. */
async function secondsUntil(isSo: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  while (seconds() < 60 && !(await isSo())) await pause(200);
  return seconds();
}

function mainOf({ stack }: DrillBank): Api {
  return { name: "right", portalUrl: stack.portalUrl };
}

/** Each clock locks somebody out, and the right password is tried on all others. */
async function outlivedLocks(
  bank: DrillBank,
  serving: readonly Api[],
  usernames: string[],
): Promise<string[]> {
  const apis = [...serving, mainOf(bank)];
  const wrong: string[] = [];
  for (const locking of apis) {
    const username = usernames.pop() ?? "";
    for (let tries = 0; tries < 3; tries += 1)
      await signInAt(locking, username, "not the password");
    for (const trying of apis) {
      const code = await signInAt(trying, username, brand.demoPassword);
      if (code === "login_suspended") continue;
      wrong.push(`locked by ${locking.name}, ${code} at ${trying.name}`);
    }
  }
  return wrong;
}

async function signInAt({ portalUrl }: Api, username: string, password: string): Promise<string> {
  const { body, httpStatus } = await callBank(newClient(portalUrl), login, {
    body: { username, password },
  });
  return body.status === true ? "let in" : (body.code ?? String(httpStatus));
}

/** A code that was over a minute ago by the database's clock, at each API. */
async function outlivedCodes(
  bank: DrillBank,
  { writers }: Crowd,
  serving: readonly Api[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const api of [...serving, mainOf(bank)]) {
    const [writer] = writers;
    if (writer === undefined) throw new Error("nobody could be signed in");
    const order = newOrder(at(api, writer));
    await approveOrders(bank.stack, [order]);
    await asOwner(bank.stack, (owner) =>
      owner.query(
        "update otp_challenge set expires_at = now() - interval '1 minute' where pin_id = $1",
        [order.pinId],
      ),
    );
    const { body } = await sendOnce(order, newPromises());
    if (body.status === true) wrong.push(`taken by ${api.name}`);
  }
  return wrong;
}

/** A session that nobody used for longer than is allowed, at each API. */
async function outlivedSessions(
  bank: DrillBank,
  { writers, guid }: Crowd,
  serving: readonly Api[],
): Promise<string[]> {
  const [writer] = writers;
  if (writer === undefined) throw new Error("nobody could be signed in");
  await asOwner(bank.stack, (owner) =>
    owner.query(
      `update session set last_active_at = now() - interval '400 seconds' where member_id = $1`,
      [writer.memberId],
    ),
  );
  const wrong: string[] = [];
  for (const api of [...serving, mainOf(bank)]) {
    const { httpStatus } = await callBank(at(api, writer).client, getBalances, {
      params: { guid },
    });
    if (httpStatus !== 401) wrong.push(`${httpStatus} at ${api.name}`);
  }
  return wrong;
}

/** Every member's orders in turn over some processes. */
async function sendOver(
  bank: DrillBank,
  { writers }: Crowd,
  promises: Promises,
  apis: readonly Api[],
): Promise<void> {
  const lines = writers.map((writer) =>
    Array.from({ length: ORDERS_EACH }, (_, place) => {
      const api = apis[place % apis.length];
      return newOrder(api === undefined ? writer : at(api, writer));
    }),
  );
  await approveOrders(bank.stack, lines.flat());
  await Promise.all(
    lines.map(async (orders) => {
      for (const order of orders) await sendUntilKnown(order, promises);
    }),
  );
}

/** The same member, calling another process. */
function at({ portalUrl }: Api, writer: Writer): Writer {
  return { ...writer, client: { ...writer.client, portalUrl } };
}

/** Members who sign in nowhere else in this drill. */
async function unusedMembers({ stack }: DrillBank): Promise<string[]> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ username: string }>(
      `select m.username from member m where m.status = 'active' and m.username is not null
         and not exists (select from card c where c.member_id = m.id and 'active' in (c.status, c.perso_status))
       order by m.id limit 6`,
    );
    return rows.map(({ username }) => username);
  });
}

async function disordered({ stack }: DrillBank): Promise<string[]> {
  return asOwner(stack, async (owner) => {
    const { rows } = await owner.query<{ what: string }>(
      `select reference || ' by ' || (latest - booked_at) as what from (
         select e.reference, e.booked_at, max(e.booked_at) over (order by e.id) as latest
         from journal_entry e join transfer t on t.ref_no = e.reference and t.correlation_id not like 'demo%') e
       where booked_at < latest - interval '${ORDER_MARGIN}'`,
    );
    return rows.map(({ what }) => what);
  });
}
