import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { App } from "#server/platform/app.ts";
import { allAt, needAt, readXml, writeXml } from "#server/platform/gateways/rails/xml.ts";
import { INWARD_AMOUNT, inquireInward, sendInward } from "#test/support/inwardActs.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import {
  exceptionsOf,
  makeRailWorld,
  moneyOfTransfer,
  returnXml,
  tellUs,
} from "#test/support/railWorld.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";
import { settleInward } from "./settleInward.ts";

/** What arrives of one transfer to us; a timeout is a message whose answer is lost. */
const EVENTS = ["pacs.008", "its repeat", "timeout", "pacs.004", "pacs.028"] as const;
type Event = (typeof EVENTS)[number];

let world: World;
let member: TestMember;
/** What the partners did, by reference: how often the issuer credited, and what the switch took back. */
const credits = new Map<string, number>();
const returns = new Map<string, Set<string>>();

beforeAll(async () => {
  world = await makeRailWorld();
  member = await world.makeMember({ card: { balance: 0n, cardType: "platinum" } });
});
afterEach(() => assertBooksHold(world));
afterAll(() => world.close());

/** The bank with an issuer that answers so, and a switch that takes what goes back. */
function bankWith(issuer: "credits" | "refuses"): App {
  return {
    ...world.app,
    issuer: {
      ...world.app.issuer,
      credit: ({ reference }) => {
        if (issuer === "refuses") return Promise.resolve({ kind: "refused", reason: "No" });
        credits.set(reference, (credits.get(reference) ?? 0) + 1);
        return Promise.resolve({ kind: "credited", issuerReference: `UB-${reference}` });
      },
    },
    instapay: {
      ...world.app.instapay,
      exchange: (message) => Promise.resolve({ kind: "reply", bytes: takenBack(message) }),
    },
  };
}

function takenBack(message: string): Buffer {
  const read = readXml(Buffer.from(message), 100_000);
  const [body] = read.kind === "message" ? read.root.children : [];
  const [one] = body === undefined ? [] : allAt(body, "TxInf");
  if (body === undefined || one === undefined) throw new Error("this is no return");
  const [id, txId] = [needAt(body, "GrpHdr/MsgId"), needAt(one, "OrgnlTxId")];
  returns.set(txId, (returns.get(txId) ?? new Set()).add(id));
  return Buffer.from(
    writeXml("pacs.002.001.10", [
      "FIToFIPmtStsRpt",
      [
        [
          "GrpHdr",
          [
            ["MsgId", `T-${id}`],
            ["CreDtTm", "2026-11-23T02:00:01.000Z"],
          ],
        ],
        [
          "OrgnlGrpInfAndSts",
          [
            ["OrgnlMsgId", id],
            ["OrgnlMsgNmId", "pacs.004.001.09"],
          ],
        ],
        [
          "TxInfAndSts",
          [
            ["OrgnlTxId", txId],
            ["TxSts", "ACSC"],
          ],
        ],
      ],
    ]),
  );
}

/** What is answered to an event; a lost answer is none. */
async function happen(event: Event, txId: string): Promise<string | undefined> {
  const inward = { txId, account: member.cardAccountNo ?? "", amount: INWARD_AMOUNT };
  switch (event) {
    case "pacs.008":
      return sendInward(world, inward);
    case "its repeat":
      return sendInward(world, { ...inward, messageId: `AGAIN-${txId}` });
    case "timeout":
      await sendInward(world, inward);
      return undefined;
    case "pacs.004": {
      const { account } = inward;
      return String(
        await tellUs(world, returnXml({ refNo: txId, amount: INWARD_AMOUNT, account })),
      );
    }
    case "pacs.028":
      return inquireInward(world, { txId });
  }
}

/** What must be answered: it is taken by the first message that brings it, and stays taken. */
function oracleOf(events: readonly Event[]): (string | undefined)[] {
  const brings = (event: Event) => !["pacs.004", "pacs.028"].includes(event);
  return events.map((event, place) => {
    if (event === "timeout") return undefined;
    if (event === "pacs.004") return "200";
    if (brings(event)) return "ACSC";
    return events.slice(0, place).some(brings) ? "ACSC" : "404";
  });
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((one, place) =>
    permutations(all.filter((_, other) => other !== place)).map((rest) => [one, ...rest]),
  );
}

const AT_ONCE = 8;

test.each([
  ["once", "credits"],
  ["twice", "credits"],
  ["once", "refuses"],
  ["twice", "refuses"],
] as const)(
  "S237 whatever comes of a transfer to a card, in every order and %s, with an issuer that %s, ends alike",
  async (times, issuer) => {
    const app = bankWith(issuer);
    const orders = permutations(EVENTS).map((events, number) => ({
      txId: `${times}-${issuer}-${number}`,
      events: times === "once" ? events : [...events, ...events],
    }));
    const run = async ({ txId, events }: (typeof orders)[number]) => {
      const answers: (string | undefined)[] = [];
      for (const event of events) {
        answers.push(await happen(event, txId));
        if (times === "once") await settleInward(app);
      }
      return { txId, events, answers };
    };
    const runs = [];
    for (let from = 0; from < orders.length; from += AT_ONCE) {
      runs.push(...(await Promise.all(orders.slice(from, from + AT_ONCE).map(run))));
    }
    while ((await settleInward(app)) > 0);
    for (const { txId, events, answers } of runs) {
      expect({ events, answers }).toEqual({ events, answers: oracleOf(events) });
      const [row, another] = await world.app.db
        .selectFrom("inward_credit")
        .select(["ref_no", "state"])
        .where("tx_id", "=", txId)
        .execute();
      const refNo = row?.ref_no ?? "";
      const isCredited = issuer === "credits";
      expect(another).toBeUndefined();
      expect({
        events,
        state: row?.state,
        money: await moneyOfTransfer(world, refNo),
        credits: credits.get(refNo) ?? 0,
        returns: returns.get(txId)?.size ?? 0,
        // A return of what we never sent is a person's to look at, once.
        exceptions: await exceptionsOf(world, txId),
      }).toEqual({
        events,
        state: isCredited ? "credited" : "returned",
        money: isCredited ? { "1520": INWARD_AMOUNT, "2510": INWARD_AMOUNT } : {},
        credits: isCredited ? 1 : 0,
        returns: isCredited ? 0 : 1,
        exceptions: ["unknown_reference"],
      });
    }
  },
);
