import { afterAll, beforeAll, expect, test } from "vitest";
import { isMobile } from "#common/mobile.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let id: bigint;
beforeAll(async () => {
  world = await makeWorld();
  ({ id } = await world.makeMember());
});
afterAll(() => world.close());

const keep = (mobile_number: string) =>
  world.app.db.updateTable("member").set({ mobile_number }).where("id", "=", id).execute();

test.each(["+639175551234", "+639915551234", "+638131234567", "+638171234567", "+638951234567"])(
  "S159 the database keeps %s, as the rule does",
  async (number) => {
    expect(isMobile(number)).toBe(true);
    await keep(number);
  },
);

test.each([
  "+638111234567",
  "+638941234567",
  "+638991234567",
  "+63288881234",
  "09175551234",
  "+63917555123",
  "+6391755512345",
  "+639175551234\n",
])("S159 the database refuses %j, as the rule does", async (number) => {
  expect(isMobile(number)).toBe(false);
  await expect(keep(number)).rejects.toThrow("member_mobile_number_is_mobile");
});
