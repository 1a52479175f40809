import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { App } from "#server/platform/app.ts";
import { allAt, needAt, readXml } from "#server/platform/gateways/rails/xml.ts";
import { digitsOf, type Inward, inwardFileXml, savingsOf } from "#test/support/inwardActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import { exceptionsOf, makeRailWorld, moneyOfTransfer } from "#test/support/railWorld.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { sendInwardReturns } from "./sendInwardReturns.ts";
import { settleInward } from "./settleInward.ts";
import { takeInwardFile } from "./takeInwardFile.ts";

/**
 * What comes of some transfers in files. 'killed': the process dies over the file between two lines. 'again': they are
 * in a file of another name. 'other': with other amounts. 'turn': the worker settles what it has.
 */
const EVENTS = ["file", "killed", "again", "other", "turn"] as const;
type Event = (typeof EVENTS)[number];

const AMOUNT = 10_00n;
const OTHER = 11_00n;

let world: World;
let member: TestMember;
let refused: TestMember;
/** What the partners did: credits by reference, and files of returns by what came back in them. */
const credits = new Map<string, number>();
const returns = new Map<string, Set<string>>();

beforeAll(async () => {
  world = await makeRailWorld();
  member = await world.makeMember({ savings: 0n, card: { balance: 0n, cardType: "platinum" } });
  refused = await world.makeMember({ card: { balance: 0n, cardType: "platinum" } });
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

/** The bank with an issuer that refuses one card, and a clearing house that takes what goes back. */
function bank(): App {
  return {
    ...world.app,
    issuer: {
      ...world.app.issuer,
      credit: ({ reference, accountNo }) => {
        if (accountNo === refused.cardAccountNo) {
          return Promise.resolve({ kind: "refused", reason: "No" });
        }
        credits.set(reference, (credits.get(reference) ?? 0) + 1);
        return Promise.resolve({ kind: "credited", issuerReference: `UB-${reference}` });
      },
    },
    pesonet: {
      ...world.app.pesonet,
      handIn: (_, body) => {
        noteReturns(body);
        return Promise.resolve({ kind: "taken" });
      },
    },
  };
}

function noteReturns(message: string): void {
  const read = readXml(Buffer.from(message), 8_000_000);
  const [body] = read.kind === "message" ? read.root.children : [];
  if (body === undefined) throw new Error("this is no file of returns");
  const id = needAt(body, "GrpHdr/MsgId");
  for (const one of allAt(body, "TxInf")) {
    const txId = needAt(one, "OrgnlTxId");
    returns.set(txId, (returns.get(txId) ?? new Set()).add(id));
  }
}

/** Where each line of a file goes, and how it ends. */
const LINES = {
  savings: { account: () => savingsOf(member), end: "credited", codes: ["1530", "2010"] },
  card: { account: () => member.cardAccountNo ?? "", end: "credited", codes: ["1530", "2510"] },
  refused: { account: () => refused.cardAccountNo ?? "", end: "returned", codes: [] },
  nobodys: { account: () => digitsOf("99-99"), end: "returned", codes: [] },
} as const;
const NAMES = ["savings", "card", "refused", "nobodys"] as const;

const fileOf = (id: string, messageId: string, amount: bigint) =>
  Buffer.from(
    inwardFileXml(
      world.app.config.RAIL_PARTICIPANT,
      NAMES.map((name): Inward => ({
        txId: `${id}-${name}`,
        account: LINES[name].account(),
        amount,
      })),
      messageId,
    ),
  );

async function happen(app: App, id: string, event: Event): Promise<void> {
  const take = (bytes: Buffer, by = app) =>
    takeInwardFile(by, { rail: "pesonet", bytes, correlationId: "test" });
  switch (event) {
    case "file":
      await take(fileOf(id, `F-${id}`, AMOUNT));
      break;
    case "again":
      await take(fileOf(id, `A-${id}`, AMOUNT));
      break;
    case "other":
      await take(fileOf(id, `O-${id}`, OTHER));
      break;
    case "killed":
      await assertKilled(take(fileOf(id, `F-${id}`, AMOUNT), dyingAt(app, `${id}-refused`)));
      break;
    case "turn":
      await settleInward(app);
      await sendInwardReturns(app);
      break;
  }
}

async function assertKilled(taking: Promise<void>): Promise<void> {
  const end = await taking.then(
    () => "lives",
    (error: unknown) => String(error),
  );
  if (end !== "Error: killed") throw new Error(`the process should have died: ${end}`);
}

/** The process dies when it takes this line: nothing that follows in the program happens. */
function dyingAt(app: App, txId: string): App {
  const log = app.metrics.railMessages;
  let lines = 0;
  const railMessages = Object.create(log, {
    inc: {
      value: (labels: Parameters<typeof log.inc>[0]) => {
        lines += 1;
        // Each line that is taken is counted after its commit.
        if (NAMES[lines] === txId.split("-").at(-1)) throw new Error("killed");
        log.inc(labels);
      },
    },
  }) as typeof log;
  return { ...app, metrics: { ...app.metrics, railMessages } };
}

const permutationsOf = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one) =>
        permutationsOf(all.filter((other) => other !== one)).map((rest) => [one, ...rest]),
      );

const AT_ONCE = 12;

test.each(["once", "twice"] as const)(
  "S257 files, repeats, contradictions and deaths in every order, %s, end alike: one credit or one return of each line",
  async (times) => {
    const app = bank();
    const orders = permutationsOf(EVENTS).map((events, number) => ({
      id: `${times}-${number}`,
      events: times === "once" ? events : [...events, ...events],
    }));
    for (let from = 0; from < orders.length; from += AT_ONCE) {
      await Promise.all(
        orders.slice(from, from + AT_ONCE).map(async ({ id, events }) => {
          for (const event of events) await happen(app, id, event);
        }),
      );
    }
    for (let turn = 0; turn < 3; turn++) {
      while ((await settleInward(app)) > 0);
      while ((await sendInwardReturns(app)) > 0);
      world.passSeconds(61);
    }
    for (const { id, events } of orders) {
      for (const name of NAMES) {
        const txId = `${id}-${name}`;
        const { end, codes } = LINES[name];
        // What came first stands; over the last lines the process had died before.
        const first = events.find((event) =>
          event === "killed" ? ["savings", "card"].includes(name) : event !== "turn",
        );
        const amount = first === "other" ? OTHER : AMOUNT;
        const [row, another] = await world.app.db
          .selectFrom("inward_credit")
          .select(["ref_no", "state", "amount_centavos"])
          .where("tx_id", "=", txId)
          .execute();
        const refNo = row?.ref_no ?? "";
        const money = await moneyOfTransfer(world, refNo);
        expect(another).toBeUndefined();
        expect({
          txId,
          events,
          state: row?.state,
          amount: row?.amount_centavos,
          money: Object.fromEntries(codes.map((code) => [code, money[code]])),
          isClean: codes.length > 0 || Object.keys(money).length === 0,
          credits: credits.get(refNo) ?? 0,
          returns: returns.get(txId)?.size ?? 0,
          exceptions: await exceptionsOf(world, refNo),
        }).toEqual({
          txId,
          events,
          state: end,
          amount,
          money: Object.fromEntries(codes.map((code) => [code, amount])),
          isClean: true,
          credits: name === "card" ? 1 : 0,
          returns: end === "returned" ? 1 : 0,
          exceptions: ["wrong_amount"],
        });
      }
    }
  },
);

test("S257 two processes that take the same file at once take each line once", async () => {
  const app = bank();
  const take = () => happen(app, "TX-both", "file");
  await Promise.all([take(), take(), take()]);
  const rows = await world.app.db
    .selectFrom("inward_credit")
    .select("state")
    .where("tx_id", "like", "TX-both%")
    .execute();
  expect(rows).toHaveLength(NAMES.length);
  await Promise.all([sendInwardReturns(app), sendInwardReturns(app)]);
  expect(returns.get("TX-both-nobodys")?.size).toBe(1);
});

test.each(["before", "after"] as const)(
  "S257 a worker that dies %s the clearing house has the returns hands in the same bytes, booked once",
  async (when) => {
    const bodies: string[] = [];
    const dying: App = {
      ...bank(),
      pesonet: {
        ...world.app.pesonet,
        handIn: (_, body) => {
          if (when === "after") bodies.push(body);
          return Promise.reject(new Error("killed"));
        },
      },
    };
    const id = `TX-${when}`;
    await happen(dying, id, "file");
    await expect(sendInwardReturns(dying)).rejects.toThrow("killed");
    world.passSeconds(31);
    const app = bank();
    await sendInwardReturns({
      ...app,
      pesonet: {
        ...app.pesonet,
        handIn: (name, body) => {
          bodies.push(body);
          return app.pesonet.handIn(name, body);
        },
      },
    });
    expect(new Set(bodies).size).toBe(1);
    const row = await world.app.db
      .selectFrom("inward_credit")
      .select(["ref_no", "state"])
      .where("tx_id", "=", `${id}-nobodys`)
      .executeTakeFirstOrThrow();
    expect(row.state).toBe("returned");
    expect(await moneyOfTransfer(world, row.ref_no)).toEqual({});
  },
);

test("S256 a line that cannot be read holds up no other; a file that adds up to something else moves nothing", async () => {
  const app = bank();
  const take = (xml: string) =>
    takeInwardFile(app, { rail: "pesonet", bytes: Buffer.from(xml), correlationId: "test" });
  const text = fileOf("TX-odd", "F-odd", AMOUNT).toString();
  await take(text.replace(/(<TtlIntrBkSttlmAmt[^>]*>)[^<]*/, "$141.00"));
  await take(text.replace("PESONET", "INSTAPAY"));
  await take(text.replace("<NbOfTxs>4<", "<NbOfTxs>3<"));
  const rowsOf = async () =>
    (
      await world.app.db
        .selectFrom("inward_credit")
        .select("tx_id")
        .where("tx_id", "like", "TX-odd%")
        .orderBy("ref_no")
        .execute()
    ).map(({ tx_id: txId }) => txId);
  expect(await rowsOf()).toEqual([]);
  await take(text.replace("JUAN DELA CRUZ", "  "));
  expect(await rowsOf()).toEqual(["TX-odd-card", "TX-odd-refused", "TX-odd-nobodys"]);
  const asked = (await exceptionsOf(world)).filter((kind) => kind === "unreadable");
  expect(asked).toHaveLength(4);
});
