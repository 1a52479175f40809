import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { drainJobs } from "#test/support/drainJobs.ts";
import { PACS_002 } from "#test/support/iso20022/pacs002.ts";
import { PACS_004 } from "#test/support/iso20022/pacs004.ts";
import { type Spot, spotsIn, withSpots } from "#test/support/iso20022/optionalElements.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { World } from "#test/support/makeWorld.ts";
import * as rails from "#test/support/railWorld.ts";
import { ACCOUNTS, returnXml, statusXml, tellUs } from "#test/support/railWorld.ts";
import { assertBooksHold } from "#test/support/transferActs.ts";

const AMOUNT = 12_34n;

let world: World;
let member: TestMember;

beforeAll(async () => {
  world = await rails.makeRailWorld();
  member = await world.makeMember({ card: { balance: 40_000_00n } });
});

afterEach(() => assertBooksHold(world));

afterAll(() => world.close());

type Sent = { refNo: string; amount: bigint; account: string };

/** Sent, and nobody knows how they ended. */
async function sent(count = 1): Promise<Sent[]> {
  const all: Sent[] = [];
  for (let number = 0; number < count; number += 1) {
    const told = { amount: AMOUNT, account: ACCOUNTS.neverKnown };
    all.push({
      ...told,
      refNo: await rails.orderByRows(world, member, { kind: "instapay", ...told }),
    });
    await drainJobs(world.app);
  }
  return all;
}

/** What a message of the standard has of optional elements, whatever it says. */
function optionalIn(xml: string): { spots: Spot[]; add: (xml: string, spots: Spot[]) => string } {
  const structure = xml.includes("pacs.002") ? PACS_002 : PACS_004;
  return {
    spots: spotsIn(xml, structure),
    add: (message, spots) => withSpots(message, spots, structure),
  };
}

const SAYS = [
  ["credit", "credited", (told: Sent) => statusXml("ACSC", told), 50],
  ["refusal", "returned", (told: Sent) => statusXml("RJCT", { ...told, reason: "AC03" }), 50],
  ["return", "returned", (told: Sent) => returnXml(told), 55],
] as const;

test.each(SAYS)(
  "S147 a %s says the same with each optional element of ISO 20022, alone and with all of them",
  async (_, state, xmlOf, most) => {
    const [first] = await sent();
    const { spots, add } = optionalIn(xmlOf(first ?? { refNo: "", amount: 0n, account: "" }));
    expect(spots.length).toBeGreaterThan(most);
    const all = await sent(spots.length + 1);
    const kinds = [...spots.map((spot) => [spot]), spots];
    for (const [place, some] of kinds.entries()) {
      const told = all[place];
      if (told === undefined) throw new Error("one is missing");
      expect([some[0]?.name, await tellUs(world, add(xmlOf(told), some))]).toEqual([
        some[0]?.name,
        200,
      ]);
    }
    await rails.sweepRails(world);
    const ends = await Promise.all(
      all.map(async ({ refNo }) => (await rails.transferRow(world, refNo)).state),
    );
    const others = kinds.flatMap((some, place) =>
      ends[place] === state ? [] : [`${some[0]?.name}: ${ends[place]}`],
    );
    expect(others).toEqual([]);
    for (const told of all) expect(await rails.exceptionsOf(world, told.refNo)).toEqual([]);
  },
);
