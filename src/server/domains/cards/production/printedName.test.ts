import { getDashboard } from "#contract/members.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getPersoCardRequestDetails, requestPersoCard } from "#contract/cardApplication.ts";
import { getCardBatchFile, makeCardBatch } from "#contract/staff/cardProduction.ts";
import { getCardApplication } from "#contract/staff/cards.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { forceCard } from "#test/support/forceCard.ts";
import { makeCardBench } from "#test/support/cardBench.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let bench: ReturnType<typeof makeCardBench>;
beforeAll(async () => {
  world = await makeWorld({ ISSUER_TIMEOUT_MS: "5000" });
  bench = makeCardBench(world);
  await bench.listen();
});
afterAll(() => world.close());

/** A customer of the issuer's with this name, signed in. */
async function customer(firstName: string, lastName: string, qualifier = "") {
  const member = await world.makeMember({ officeId: 1n, storage: 500_00n });
  await world.app.db
    .updateTable("member")
    .set({ first_name: firstName, last_name: lastName, qualifier })
    .where("id", "=", member.id)
    .execute();
  await bench.makeCustomer(member);
  const browser = await world.signIn(member);
  const params = { guid: member.guid };
  return {
    member,
    /** The name on the card that the portal draws. */
    drawn: async () => {
      const answer = await world.call(getDashboard, { params }, browser);
      return answer.status ? answer.result.card?.nameOnCard : undefined;
    },
    review: () => world.call(getPersoCardRequestDetails, { params }, browser),
    apply: (name?: string) =>
      world.call(
        requestPersoCard,
        { params, body: { office_id: 1, ...(name === undefined ? {} : { printed_name: name }) } },
        browser,
      ),
  };
}

/** What the issuer was told to print for an account. */
async function printedOf(accountNo = ""): Promise<string[]> {
  await bench.work();
  const answer = await fetch(`${world.sandbox.url}/sandbox/plastics?accountNo=${accountNo}`);
  // The sandbox's own answer.
  const all = (await answer.json()) as { kind: string; nameOnCard: string }[];
  return all.filter(({ kind }) => kind === "personalized").map(({ nameOnCard }) => nameOnCard);
}

test("S160 the review, the order at the issuer, the desk and the production file have one name, the surname whole", async () => {
  const who = await customer("Maria Consolación Ærø", "Villanueva-Macapagal", "Jr.");
  const shown = "M VILLANUEVA-MACAPAGAL JR.";
  expect(await who.review()).toMatchObject({ printedName: shown });
  const { result } = await bench.ok(who.apply("Somebody Else"));
  expect(await printedOf(who.member.cardAccountNo)).toEqual([shown]);
  // The card in use has no name on it; once the one with a name is, it is drawn as it is printed.
  expect(await who.drawn()).toContain("Villanueva-Macapagal");
  await asAdmin(world.database.ownerUrl, (owner) =>
    forceCard(owner, who.member.guid, { perso_status: "active" }),
  );
  expect(await who.drawn()).toBe(shown);
  await asAdmin(world.database.ownerUrl, (owner) =>
    forceCard(owner, who.member.guid, { perso_status: "processing" }),
  );

  const officer = await world.makeStaff({ role: "card_officer" });
  const { id } = await world.app.db
    .selectFrom("card_application")
    .select("id")
    .where("reference", "=", result.transactionId)
    .executeTakeFirstOrThrow();
  const params = { applicationId: String(id) };
  expect(await officer.call(getCardApplication, { params })).toMatchObject({
    result: { printedName: shown },
  });
  const batch = await bench.ok(officer.call(makeCardBatch, {}));
  const file = await officer.callRaw(getCardBatchFile, {
    params: { batchId: batch.result.batchId },
  });
  expect(file.text).toContain("name_on_card");
  expect(file.text).toContain(`,${shown}\r\n`);
});

test("S160 who has a name that no card can carry says how it is printed, out of the own name alone", async () => {
  const surname = "Abdulrahman-Macapagal Al-Hajj Datu Mangudadatu Sinsuat Ampatuan";
  const who = await customer("Sittie Fatimah", surname);
  expect(await who.review()).toMatchObject({ printedName: null });
  for (const wrong of [undefined, "", "Juan dela Cruz", "Sittie Fatimah Abdulrahman Ampatuan"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await who.apply(wrong)).toMatchObject({
      code: "printed_name",
      errors: [{ param: "printed_name" }],
    });
  }
  expect(await bench.fundsOf(who.member)).toBe("storage 500.00");
  await bench.ok(who.apply("sittie ampatuan"));
  expect(await printedOf(who.member.cardAccountNo)).toEqual(["SITTIE AMPATUAN"]);
});

test("S160 an order of before whose name no card can carry ends, and its fee comes back", async () => {
  const who = await customer("Мария", "Иванова");
  const { result } = await bench.ok(who.apply("Mariya Ivanova"));
  await world.app.db
    .updateTable("card_application")
    .set({ printed_name: null })
    .where("reference", "=", result.transactionId)
    .execute();
  expect(await printedOf(who.member.cardAccountNo)).toEqual([]);
  expect(await bench.stageOf(result.transactionId)).toBe("failed");
  expect(await bench.fundsOf(who.member)).toBe("storage 500.00");
});
