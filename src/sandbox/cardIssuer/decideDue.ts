import { addDays, manilaDate } from "#common/manila.ts";
import type { World } from "#sandbox/world.ts";
import { cardByToken, deactivateHere } from "./cardControls.ts";
import { decideCustomer } from "./customers.ts";
import { deliverBatch, endProduction } from "./kits.ts";
import { runDeferred } from "./orders.ts";
import { plastics } from "./plastics.ts";

const DAYS_AFTER_EXPIRY = 30;

/** What the issuer does by itself when its time has come. */
export function decideDue(world: World): void {
  runDeferred(world);
  const now = world.now().getTime();
  const isDue = ({ dueAt }: { dueAt: number | null }) => dueAt !== null && dueAt <= now;
  for (const customer of world.books.read("customer").values()) {
    if (!isDue(customer)) continue;
    world.books.write(decideCustomer(world, customer, { isApproved: true, reason: "" }));
  }
  for (const plastic of world.books.read("plastic").values()) {
    if (isDue(plastic)) world.books.write(endProduction(world, plastic, undefined));
  }
  for (const batch of world.books.read("batch").values()) {
    if (isDue(batch)) world.books.write(deliverBatch(world, batch));
  }
  endExpired(world);
}

/** Once a day: cards that expired 30 days ago are ended. */
function endExpired(world: World): void {
  const today = manilaDate(world.now());
  if (world.expiredOn === today) return;
  world.expiredOn = today;
  const ends = addDays(today, -DAYS_AFTER_EXPIRY);
  for (const { token, state, expiresOn } of plastics(world)) {
    if (state !== "active" || expiresOn > ends) continue;
    const card = cardByToken(world, token);
    if ("no" in card) continue;
    const { changes } = deactivateHere(world, card, "expiry");
    if (changes.length > 0) world.books.write(changes);
  }
}
