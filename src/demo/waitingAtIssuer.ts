import { printedName } from "#common/printedName.ts";
import type { App } from "#server/platform/app.ts";
import { tryReference } from "#server/domains/cards/state/findPlastic.ts";
import { namePartsOf } from "#server/domains/cards/state/nameParts.ts";
import { demoKitNumber } from "./demoCard.ts";

type Waiting = { customers: object[]; plastics: object[]; activations: object[] };

/** Serials the demo made: of others the number is the issuer's alone. */
const DEMO_SERIAL = /^(?:K9|P7)\d{6}$/;

/**
 * What the sandbox's issuer must know of the demo beside card accounts: the customers it looks into or has
 * taken, the plastic in the offices. Only what it does not know: it has decided and made more since.
 */
export async function waitingAtIssuer(app: App): Promise<Waiting> {
  const kits = await kitsOf(app);
  const customers = await customersOf(app);
  const [first] = kits;
  // They were told of together: the first stands for all.
  const hasLostKits =
    first !== undefined && (await app.issuer.cardState(first.token)).kind === "absent";
  const plastics = hasLostKits ? kits : [];
  const known = await Promise.all(
    customers.map(({ transactionId }) => app.issuer.investigation(transactionId)),
  );
  const unknown = customers.filter((_customer, place) => known[place]?.kind === "absent");
  const activations = plastics.length === 0 ? [] : await failedActivations(app);
  return { customers: unknown, plastics, activations };
}

/** What members can try again: the issuer has number and PIN. */
async function failedActivations(app: App): Promise<object[]> {
  const rows = await app.db
    .selectFrom("card_application as a")
    .innerJoin("card as c", "c.id", "a.card_id")
    .select(["a.reference", "a.token", "a.activation_try", "a.activation_pan_mac"])
    .where("c.perso_status", "=", "failed")
    .where("a.stage", "=", "produced")
    .execute();
  return rows.map((row) => ({
    reference: tryReference(row, row.activation_pan_mac),
    token: row.token,
  }));
}

async function kitsOf(app: App) {
  const rows = await app.db
    .selectFrom("card_kit as k")
    .leftJoin("card_application as a", "a.id", "k.application_id")
    .leftJoin("card as c", "c.id", "a.card_id")
    .leftJoin("member as m", "m.id", "a.member_id")
    .select(["k.serial", "k.kind", "k.token", "k.expires_on", "k.office_id"])
    .select(["a.reference", "c.account_no", "c.issuer_customer_id"])
    .select(["m.first_name", "m.middle_name", "m.last_name", "m.qualifier", "a.printed_name"])
    .where("k.state", "in", ["in_stock", "reserved", "released"])
    .orderBy("k.id")
    .execute();
  return rows
    .filter(({ serial }) => DEMO_SERIAL.test(serial))
    .map((kit) => ({
      token: kit.token,
      serialNumber: kit.serial,
      cardNumber: demoKitNumber(kit.serial),
      expiryDate: kit.expires_on,
      officeId: String(kit.office_id),
      ...(kit.kind === "generic"
        ? { kind: "kit", state: "in_stock", batchRef: "DEMO" }
        : {
            kind: "personalized",
            state: "produced",
            orderReference: kit.reference ?? "",
            accountNo: kit.account_no ?? "",
            customerId: kit.issuer_customer_id ?? "",
            nameOnCard: kit.printed_name ?? printedName(namePartsOf(kit)) ?? "MEMBER",
          }),
    }));
}

async function customersOf(app: App) {
  const rows = await app.db
    .selectFrom("card_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .select(["a.reference", "a.stage", "a.issuer_transaction_id", "a.issuer_customer_id"])
    .select(["m.first_name", "m.last_name", "m.date_of_birth", "m.mobile_number"])
    .where("a.issuer_transaction_id", "is not", null)
    .where("a.stage", "in", ["review", "approved"])
    .execute();
  return rows.map((row) => ({
    transactionId: row.issuer_transaction_id ?? "",
    reference: row.reference,
    status: row.stage === "review" ? "pending" : "approved",
    ...(row.issuer_customer_id === null ? {} : { customerId: row.issuer_customer_id }),
    name: `${row.first_name} ${row.last_name}`,
    birthDate: row.date_of_birth ?? "",
    mobileNumber: row.mobile_number ?? "",
  }));
}
