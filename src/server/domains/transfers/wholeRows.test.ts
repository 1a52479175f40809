import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addTransfer, type AddedTransfer } from "#test/support/addTransfer.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { asAdmin } from "#test/support/testDb.ts";
import { sqlState } from "#server/db/db.ts";

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

afterAll(() => world.close());

/** What PostgreSQL says when the owner of the tables, whom nothing else stops, changes a row so. */
async function changing(table: string, change: string, where: string): Promise<string> {
  return asAdmin(world.database.ownerUrl, async (owner) => {
    try {
      const { rowCount } = await owner.query(`update ${table} set ${change} where ${where}`);
      return rowCount === 1 ? "changed" : "no such row";
    } catch (error) {
      return sqlState(error) ?? "another error";
    }
  });
}

const REFUSED = "23514";

const SHOP = JSON.stringify({
  acquirer: "BNORPHMMXXX",
  city: "",
  category: "5411",
  reference: "",
  store: "",
  terminal: "",
  once: "",
});

describe("a transfer's row contradicts itself under nobody's hand", () => {
  const wrongs: [AddedTransfer, string][] = [
    [{ refNo: "OT1", state: "sent" }, "amount_centavos = 0"],
    [{ refNo: "OT2", state: "sent" }, "fee_centavos = -1"],
    [{ refNo: "OT3", state: "sent" }, "attempts = -1"],
    [{ refNo: "OT4", state: "sent" }, "state = 'lost'"],
    [{ refNo: "OT5", state: "sent" }, "kind = 'cheque'"],
    [{ refNo: "OT6", state: "sent" }, "ref_no = 'a b'"],
    [{ refNo: "OT19", state: "sent" }, "ref_no = 'OT1234567890123456789'"],
    [{ refNo: "OT20", state: "sent" }, "source_account_id = null"],
    [{ refNo: "OT7", state: "sent" }, "load_month = null"],
    [{ refNo: "OT8", state: "sent" }, "kind = 'card'"],
    [{ refNo: "OT9", state: "accepted" }, "next_inquiry_at = null"],
    [{ refNo: "OT10", state: "unknown" }, "credited_at = accepted_at"],
    [{ refNo: "OT11", state: "sent" }, "state = 'credited'"],
    [{ refNo: "OT12", state: "credited" }, "returned_at = accepted_at"],
    [{ refNo: "OT13", state: "credited" }, "next_inquiry_at = accepted_at"],
    [{ refNo: "OT14", state: "returned" }, "credited_at = accepted_at"],
    [{ refNo: "OT15", state: "returned" }, "returned_at = null"],
    [{ refNo: "IP16", kind: "instapay", state: "returned" }, "next_inquiry_at = accepted_at"],
    // What goes to another bank leaves a card or an account: one of the two.
    [{ refNo: "IP21", kind: "instapay", state: "sent" }, "source_account_id = 1"],
    [{ refNo: "PN22", kind: "pesonet", state: "sent" }, "card_id = null"],
    [{ refNo: "OT23", state: "sent" }, "card_id = null"],
    // A shop is paid at once and without a fee, and all that its code says stands there.
    [{ refNo: "IP24", kind: "instapay", state: "sent" }, "shop = '{}'"],
    [{ refNo: "IP25", kind: "instapay", state: "sent" }, `fee_centavos = 1, shop = '${SHOP}'`],
    [{ refNo: "PN26", kind: "pesonet", state: "sent" }, `shop = '${SHOP}'`],
    [{ refNo: "PN17", kind: "pesonet", state: "sent" }, "load_month = '2026-11'"],
  ];
  test.each(wrongs)("%o: %s", async (given, change) => {
    const refNo = await addTransfer(world, await world.makeMember(), given);
    expect(await changing("transfer", change, `ref_no = '${refNo}'`)).toBe(REFUSED);
  });

  test("what another bank credited may wait for its way back, and have come back", async () => {
    const given = { refNo: "IP18", kind: "instapay", state: "credited" } as const;
    const row = `ref_no = '${await addTransfer(world, await world.makeMember(), given)}'`;
    expect(await changing("transfer", "next_inquiry_at = accepted_at", row)).toBe("changed");
    const back = "state = 'returned', returned_at = accepted_at, next_inquiry_at = null";
    expect(await changing("transfer", back, row)).toBe("changed");
    expect(await changing("transfer", `shop = '${SHOP}'`, row)).toBe("changed");
  });
});

describe("a code's row says whose it is and what for", () => {
  const wrongs = [
    "purpose = 'gift'",
    "wrong_tries = 4",
    "wrong_tries = -1",
    "member_id = null",
    // A text would have gone to nobody's phone.
    "member_id = null, told_guid = gen_random_uuid(), texted = true",
  ];
  test.each(wrongs)("%s", async (change) => {
    const member = await world.makeMember();
    await world.signIn(member);
    expect(await changing("otp_challenge", change, `member_id = ${member.id}`)).toBe(REFUSED);
  });
});

test("the rows that were there before the rules are judged too, by these rules alone", async () => {
  const { rows } = await world.app.pool.query(`
    select conrelid::regclass::text as of, conname as name, convalidated as for_all from pg_constraint
    where contype = 'c' and conrelid in ('transfer'::regclass, 'otp_challenge'::regclass) order by name`);
  expect(rows).toEqual([
    { of: "otp_challenge", name: "otp_challenge_is_whole", for_all: true },
    { of: "transfer", name: "transfer_is_whole", for_all: true },
  ]);
});
