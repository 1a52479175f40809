import type { App } from "#server/platform/app.ts";
import type { ApplicationStage, CardKind } from "#contract/staff/cards.ts";
import type { KitState } from "#contract/staff/cardStock.ts";
import type { TestMember } from "./makeMember.ts";
import { ensureOffice } from "./offices.ts";

type ApplicationOptions = {
  kind?: CardKind;
  stage?: ApplicationStage;
  /** Where it is picked up; branch 1, if not said. */
  officeId?: bigint;
  /** The state of the plastic that is set aside for it; without one there is none. */
  kit?: KitState;
  retries?: number;
  /** Whether the issuer has taken the order of a personalized card. */
  isOrdered?: boolean;
};

export type TestApplication = { id: string; reference: string; serial: string; kitId: string };

let lastNumber = 0;

/** An application of a member, in any stage, with or without its plastic. The card stays as it is. */
export async function makeApplication(
  app: App,
  member: TestMember,
  options: ApplicationOptions = {},
): Promise<TestApplication> {
  const { kind = "generic", stage = "review", officeId = 1n } = options;
  lastNumber += 1;
  const reference = `CA-TEST-${String(lastNumber).padStart(6, "0")}`;
  await ensureOffice(app.db, officeId);
  const at = app.now();
  const card = await app.db
    .selectFrom("card")
    .select("id")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  const ended = ["rejected", "withdrawn", "fulfilled", "unclaimed", "failed"].includes(stage);
  const { id } = await app.db
    .insertInto("card_application")
    .values({
      reference,
      member_id: member.id,
      card_id: card.id,
      kind,
      stage,
      fee_centavos: 0n,
      office_id: officeId,
      requested_at: at,
      estimated_release_on: "2026-12-04",
      issuer_transaction_id: `TX-${reference}`,
      issuer_customer_id: `CU-${reference}`,
      ordered_at: (options.isOrdered ?? kind === "personalized") ? at : null,
      ready_at: options.kit === "reserved" || options.kit === "released" ? at : null,
      ended_at: ended ? at : null,
      retries: options.retries ?? 0,
      correlation_id: "test",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const made = { id: String(id), reference, serial: "", kitId: "" };
  if (options.kit === undefined) return made;
  const kit = { kind, officeId, state: options.kit, applicationId: id };
  return { ...made, ...(await makeKit(app, kit)) };
}

/** A piece of plastic; free at branch 1, if nothing else is said. */
export async function makeKit(
  app: App,
  options: {
    kind?: CardKind;
    state?: KitState;
    officeId?: bigint;
    applicationId?: bigint;
  } = {},
): Promise<{ kitId: string; serial: string }> {
  const { kind = "generic", state = "in_stock", officeId = 1n, applicationId = null } = options;
  lastNumber += 1;
  const number = String(lastNumber).padStart(6, "0");
  const serial = `K-TEST-${number}`;
  await ensureOffice(app.db, officeId);
  const { id } = await app.db
    .insertInto("card_kit")
    .values({
      serial,
      kind,
      token: `token-${number}`,
      last_four: number.slice(-4),
      expires_on: "2031-11-30",
      office_id: officeId,
      state,
      application_id: applicationId,
      changed_at: app.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { kitId: String(id), serial };
}
