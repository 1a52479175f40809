import { makeStaff } from "./makeStaff.ts";
import type { World } from "./makeWorld.ts";
import { asAdmin } from "./testDb.ts";

/** An account of the staff that is older than the rule of one spelling for an employee number. */
export function olderStaff(world: World, options: Parameters<typeof makeStaff>[1]) {
  return asAdmin(world.database.ownerUrl, async (owner) => {
    await owner.query("alter table staff disable trigger staff_person_is_spelled_once");
    const made = await makeStaff(world, options);
    await owner.query("alter table staff enable trigger staff_person_is_spelled_once");
    return made;
  });
}
