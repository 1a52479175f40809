import { afterAll, beforeAll, expect, test } from "vitest";
import { requestPersoCard } from "#contract/cardApplication.ts";
import { sendDeliveryList } from "#contract/staff/cardStock.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let bench: ReturnType<typeof makeCardBench>;
let officer: TestStaff;

beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "30000" });
  bench = makeCardBench(world);
  await bench.listen();
  officer = await world.makeStaff({ role: "card_officer", officeId: 1n });
});
afterAll(() => world.close());

/** A personalized card that the issuer has taken the order of. */
async function ordered(): Promise<{ reference: string; token: string }> {
  const member = await world.makeMember({ officeId: 1n, storage: 200_00n });
  await bench.makeCustomer(member);
  const browser = await world.signIn(member);
  const call = { params: { guid: member.guid }, body: { office_id: 1 } };
  const made = await bench.ok(world.call(requestPersoCard, call, browser));
  const reference = made.result.transactionId;
  await bench.work();
  const { token } = await bench.application(reference);
  return { reference, token: token ?? "" };
}

type Card = { reference: string; token: string; serial: string };

/** What the issuer's event says becomes of our books: 'booked', 'already', 'exception'. */
async function tell({ reference, token, serial }: Card): Promise<string> {
  const event = { ...bench.produced(reference, token), serialNumber: serial };
  expect(await bench.send(event)).toBe(200);
  const { outcome } = await world.app.db
    .selectFrom("issuer_event")
    .select("outcome")
    .where("event_id", "=", event.eventId)
    .executeTakeFirstOrThrow();
  return outcome;
}

/** What the desk hears of the line of its delivery list. */
async function list({ reference, token, serial }: Card, batch: string) {
  const { body } = await officer.callRaw(sendDeliveryList, {
    params: { branchId: "1" },
    query: { batch, kind: "personalized" },
    body: `serial,token,last_four,expires_on,reference\r\n${serial},${token},1234,2031-11-30,${reference}`,
  });
  // By the contract.
  const { lines } = body["result"] as { lines: { finding: string; detail: string }[] };
  return lines[0];
}

const kitsOf = async (reference: string) =>
  world.app.db
    .selectFrom("card_kit as k")
    .innerJoin("card_application as a", "a.id", "k.application_id")
    .select(["k.serial", "a.stage"])
    .where("a.reference", "=", reference)
    .execute();

test("T21 a card told of by the issuer and then by the delivery list is one card; another is named", async () => {
  const card = { ...(await ordered()), serial: "P0000000011" };
  expect(await tell(card)).toBe("booked");
  expect(await list({ ...card, serial: "P0000000012" }, "A-1")).toMatchObject({
    finding: "wrong",
    detail: "serial",
  });
  expect(await list(card, "A-2")).toMatchObject({ finding: "matched" });
  expect(await kitsOf(card.reference)).toEqual([{ serial: card.serial, stage: "produced" }]);
});

test("T21 a card told of by the delivery list and then by the issuer is one card; another is an exception", async () => {
  const card = { ...(await ordered()), serial: "P0000000021" };
  expect(await list(card, "B-1")).toMatchObject({ finding: "added" });
  expect(await tell({ ...card, serial: "P0000000022" })).toBe("exception");
  expect(await tell(card)).toBe("already");
  const other = { ...(await ordered()), serial: card.serial };
  // The plastic of somebody else.
  expect(await tell(other)).toBe("exception");
  expect(await kitsOf(card.reference)).toEqual([{ serial: card.serial, stage: "produced" }]);
  expect(await kitsOf(other.reference)).toEqual([]);
});
