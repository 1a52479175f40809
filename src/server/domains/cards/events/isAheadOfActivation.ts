import type { App } from "#server/platform/app.ts";
import type { IssuerEvent } from "./issuerEvent.ts";

/** How long an event of an account that nobody knows may be one of a first card. */
const WAIT_MS = 60 * 60 * 1000;

/** What names an account that may be of a first card. */
const USES: ReadonlySet<IssuerEvent["type"]> = new Set([
  "card.authorization",
  "card.transaction",
  "card.authorized",
  "card.settled",
]);

/**
 * Whether an event may be of a card whose activation has no answer yet: the issuer has taken it into use,
 * and we know neither its plastic nor, for a first card, its account. Such an event is to be repeated.
 */
export async function isAheadOfActivation(app: App, event: IssuerEvent): Promise<boolean> {
  if (event.type === "card.suspended" || event.type === "card.deactivated") {
    return isBeingActivated(app, event.token);
  }
  if (USES.has(event.type) && "accountNumber" in event) {
    return isPerhapsFirst(app, event);
  }
  return false;
}

async function isBeingActivated(app: App, token: string): Promise<boolean> {
  const found = await unanswered(app).where("k.token", "=", token).executeTakeFirst();
  return found !== undefined;
}

/** The account of a first card comes with the answer: until then it may be any that nobody knows. */
async function isPerhapsFirst(
  app: App,
  { eventId, accountNumber }: { eventId: string; accountNumber: string },
): Promise<boolean> {
  const since = new Date(app.now().getTime() - WAIT_MS);
  const found = await unanswered(app)
    .innerJoin("card as c", "c.id", "a.card_id")
    .where("c.account_no", "is", null)
    .where((eb) => {
      const known = eb
        .selectFrom("card as other")
        .select("other.id")
        .where("other.account_no", "=", accountNumber);
      return eb.not(eb.exists(known));
    })
    .where((eb) => {
      const isNew = eb
        .selectFrom("issuer_event as e")
        .select("e.event_id")
        .where("e.event_id", "=", eventId)
        .where("e.received_at", ">", since);
      return eb.exists(isNew);
    })
    .executeTakeFirst();
  return found !== undefined;
}

function unanswered({ db }: App) {
  return db
    .selectFrom("card_application as a")
    .innerJoin("card_kit as k", "k.application_id", "a.id")
    .select("a.id")
    .where("a.stage", "in", ["approved", "produced"])
    .where("k.state", "in", ["reserved", "released"])
    .where("a.activation_look_at", "is not", null)
    .limit(1);
}
