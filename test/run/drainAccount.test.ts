import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TRANSFER_KIND_NAMES, TRANSFER_KINDS, type TransferKind } from "#contract/transferKinds.ts";
import { orderCalls } from "#contract/transfers.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import type { Browser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { approveSending, intentFor, toBank } from "#test/support/sendActs.ts";
import {
  processEnvironment,
  type ServerProcess,
  startProcess,
} from "#test/support/serverProcess.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

/** In a run of all tests. */
const RUNS = 2;
const EACH_KIND = 12;

let world: World;
let processes: ServerProcess[];
beforeAll(async () => {
  world = await makeWorld({ LOGIN_OTP: "off" });
  const start = () =>
    startProcess("src/server/entry/main.ts", processEnvironment(world.app.config));
  processes = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(processes.map(({ stop }) => stop()));
  await world.close();
});

type Order = { path: string; body: object };
type Ordered = { kind: TransferKind; order: Order };

const isOverRail = (kind: TransferKind) => TRANSFER_KINDS[kind].rail !== null;
const leavesCard = (kind: TransferKind) => TRANSFER_KINDS[kind].leaves === "card";

/** Twelve orders of each kind: each takes a hundred pesos, fee included. */
function ordersOf(member: TestMember, receiver: TestMember): Ordered[] {
  const kinds = TRANSFER_KIND_NAMES.map((one) => {
    const amount = isOverRail(one) ? "90.00" : "100.00";
    const { kind, ...body } = intentFor(one, amount, { member, receiver });
    return { kind, order: { path: orderCalls[kind].path, body } };
  });
  return Array.from({ length: EACH_KIND }, () => kinds).flat();
}

/** A code for each order, written beside one that was approved on the screen. */
async function withCodes(
  who: { member: TestMember; browser: Browser },
  orders: Ordered[],
): Promise<Order[]> {
  const { member, browser } = who;
  const first = await approveSending(world, member, browser, toBank("instapay", "90.00"));
  const challenge = await world.app.db
    .selectFrom("otp_challenge")
    .selectAll()
    .where("pin_id", "=", first.pinId)
    .executeTakeFirstOrThrow();
  const coded = orders.map(({ kind, order }) => {
    const costs = {
      from: member.cardAccountNo,
      fee: isOverRail(kind) ? "10.00" : "0.00",
      total: "100.00",
    };
    const intent = { kind, ...order.body, ...(leavesCard(kind) && costs) };
    return { intent, order, pinId: world.app.random.uuid() };
  });
  await world.app.db
    .insertInto("otp_challenge")
    .values(
      coded.map(({ intent, pinId }) => ({
        ...challenge,
        intent: JSON.stringify(intent),
        pin_id: pinId,
        pin_hmac: pinHmac(world.app.secrets, pinId, "424242"),
      })),
    )
    .execute();
  return coded.map(({ order, pinId }) => ({
    ...order,
    body: { ...order.body, pinId, pin: "424242" },
  }));
}

async function sendAll({ cookies, token }: Browser, orders: Order[]): Promise<string[]> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return Promise.all(
    orders.map(async ({ path, body }, index) => {
      const { port } = processes[index % processes.length] as ServerProcess;
      const answer = await fetch(`http://localhost:${port}/api${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin: `http://localhost:${port}`,
          authorization: `Bearer ${token}`,
          cookie,
          "idempotency-key": `drain-order-${index}`,
        },
        body: JSON.stringify(body),
      });
      // Every answer of the API is an object with a code when it is a no.
      const { code = "ok" } = (await answer.json()) as { code?: string };
      return code;
    }),
  );
}

async function availableOf(accountNo: string | undefined): Promise<bigint | null> {
  const row = await world.app.db
    .selectFrom("ledger_account")
    .select("available_centavos")
    .where("subledger", "=", accountNo ?? "")
    .executeTakeFirstOrThrow();
  return row.available_centavos;
}

test.each(Array.from({ length: RUNS }, (_, index) => index + 1))(
  "S092 R20 sixty orders of all kinds over two processes take what is there and not a centavo more (run %i)",
  async () => {
    const member = await world.makeMember({
      savings: 500_00n,
      card: { balance: 1_000_00n, cardType: "platinum" },
    });
    const receiver = await world.makeMember({ card: { cardType: "platinum" } });
    const browser = await world.signIn(member);
    const kinds = ordersOf(member, receiver);
    const orders = await withCodes({ member, browser }, kinds);
    const codes = await sendAll(browser, orders);

    const passed = kinds.filter((_, index) => codes[index] === "ok").map(({ kind }) => kind);
    expect(passed.filter((kind) => !leavesCard(kind))).toHaveLength(5);
    expect(passed.filter(leavesCard)).toHaveLength(10);
    expect(new Set(codes)).toEqual(new Set(["ok", "insufficient_funds"]));
    expect(await availableOf(member.accountNumbers.savings)).toBe(0n);
    expect(await availableOf(member.cardAccountNo)).toBe(0n);
    const { rows } = await sql<{ kind: TransferKind; total: bigint }>`
      select kind, sum(amount_centavos + fee_centavos)::bigint as total from transfer
      where member_id = ${member.id} group by kind`.execute(world.app.db);
    const total = (of: (kind: TransferKind) => boolean) =>
      rows.filter(({ kind }) => of(kind)).reduce((sum, row) => sum + row.total, 0n);
    expect([total((kind) => !leavesCard(kind)), total(leavesCard)]).toEqual([500_00n, 1_000_00n]);
    await assertBooksHold(world);
    await drainJobs(world.app);
    await assertBooksHold(world);
  },
);
