import { brand } from "#brand";
import { login } from "#contract/auth.ts";
import { getBalances } from "#contract/members.ts";
import { callBank, newClient } from "#scripts/client/bankClient.ts";
import { asOwner } from "#scripts/killLoop/prepare.ts";
import type { Writer } from "#scripts/killLoop/writers.ts";
import { checkBooks, settle } from "./checkBooks.ts";
import { type DrillBank, startDrillBank } from "./drillBank.ts";
import { type Goal, none } from "./goal.ts";
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
const ORDERS_EACH = 20;
const TEN_MINUTES = 600;
const HOUR = 3_600;
/** Entries of one moment may be written a little out of order. */
const ORDER_MARGIN = "5 seconds";

export const clockSkew: Goal = {
  name: "R12",
  title: "the clocks of the machines are wrong, one jumps back",
  figure: "API clocks +-10 min and back by 1 h: no lock, code or session outlived, no number twice",
  how: "three more API processes under libfaketime, against one database",
  run: async ({ say }) => {
    const bank = await startDrillBank({ name: "R12", say });
    const apis: SkewedApi[] = [];
    try {
      apis.push(await startSkewedApi(bank, "slow", -TEN_MINUTES));
      apis.push(await startSkewedApi(bank, "fast", TEN_MINUTES));
      apis.push(await startSkewedApi(bank, "jumping", 0));
      say(`clocks: ${apis.map(({ name }) => name).join(", ")}`);
      const usernames = await unusedMembers(bank);
      const crowd = await gatherCrowd(bank, WRITERS);
      const promises = newPromises();
      const found = [none("locks that another clock opened", await outlivedLocks(apis, usernames))];
      await sendOverAll(bank, crowd, promises, apis, () => apis[2]?.setClock(-HOUR));
      found.push(
        none("locks that a clock which jumped opened", await outlivedLocks(apis, usernames)),
        none("codes used after their time", await outlivedCodes(bank, crowd, apis)),
        none("sessions in use after their time", await outlivedSessions(bank, crowd, apis)),
      );
      await settle(bank);
      const disorder = none("entries dated before earlier ones", await disordered(bank));
      return [...found, disorder, ...(await checkBooks(bank, promises))];
    } finally {
      for (const api of apis) await api.stop();
      await bank.end();
    }
  },
};

/** Each clock locks somebody out, and the right password is tried on all others. */
async function outlivedLocks(apis: readonly SkewedApi[], usernames: string[]): Promise<string[]> {
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

async function signInAt(
  { portalUrl }: SkewedApi,
  username: string,
  password: string,
): Promise<string> {
  const { body, httpStatus } = await callBank(newClient(portalUrl), login, {
    body: { username, password },
  });
  return body.status === true ? "let in" : (body.code ?? String(httpStatus));
}

/** A code that was over a minute ago by the database's clock, at each API. */
async function outlivedCodes(
  bank: DrillBank,
  { writers }: Crowd,
  apis: readonly SkewedApi[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const api of apis) {
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
  apis: readonly SkewedApi[],
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
  for (const api of apis) {
    const { httpStatus } = await callBank(at(api, writer).client, getBalances, {
      params: { guid },
    });
    if (httpStatus !== 401) wrong.push(`${httpStatus} at ${api.name}`);
  }
  return wrong;
}

/** Every member's orders in turn over all processes; half-way `jump`. */
async function sendOverAll(
  bank: DrillBank,
  { writers }: Crowd,
  promises: Promises,
  apis: readonly SkewedApi[],
  jump: () => void,
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
      for (const [place, order] of orders.entries()) {
        if (place === ORDERS_EACH / 2) jump();
        await sendUntilKnown(order, promises);
      }
    }),
  );
}

/** The same member, calling another process. */
function at({ portalUrl }: SkewedApi, writer: Writer): Writer {
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
