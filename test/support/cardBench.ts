import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { toDecimal } from "#common/money.ts";
import { sweepApplications } from "#server/domains/cards/production/advanceApplication.ts";
import { reserveWaiting } from "#server/domains/cards/application/pickUp.ts";
import { drainJobs } from "./drainJobs.ts";
import { makeIssuerBench } from "./issuerBench.ts";
import type { TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";
import { ensureOffice } from "./offices.ts";

/** Plays the issuer's people and the office to a world, and looks at what came of it. */
export function makeCardBench(world: World) {
  const { db } = world.app;
  const { send, control, issuerDoes } = makeIssuerBench(world);
  let eventsUrl = "";

  /** Has the issuer tell its events, and decide nothing before the test says so. */
  async function listen(): Promise<void> {
    const address = await world.server.listen({ port: 0, host: "127.0.0.1" });
    eventsUrl = `${address}/api/issuer/events`;
    tellEvents(true);
    for (const kind of ["investigation", "production", "delivery"]) {
      await control("/sandbox/settings", { kind, by: "hand" });
    }
  }

  function tellEvents(isTold: boolean): void {
    const url = isTold ? eventsUrl : "http://127.0.0.1:9/nobody";
    world.sandbox.sendEventsTo(url, world.app.secrets.issuerCallbackKey);
  }

  /** What the worker does: promised work, and applications whose time has come. */
  async function work(): Promise<void> {
    await drainJobs(world.app);
    while ((await sweepApplications(world.app)) > 0);
    await reserveWaiting(world.app);
  }

  /** Fills a member's file with everything that an application needs. */
  async function completeFile(member: TestMember): Promise<void> {
    await db
      .updateTable("member")
      .set({
        date_of_birth: "1990-02-15",
        place_of_birth: "Naga City",
        civil_status: "s",
        gender: "f",
        nationality: "PHL",
        email_address: "juana@example.test",
        line_1: "1 Luna Street",
        barangay: "Patas",
        municipality_city: "Calapan City",
        state_province: "Oriental Mindoro",
        zip: "5200",
      })
      .where("id", "=", member.id)
      .execute();
    const picture = Buffer.from("picture");
    await db
      .insertInto("member_identification")
      .values({
        member_id: member.id,
        mothers_maiden_name: "Santos",
        source_of_funds: "Salary",
        employment: "Employed",
        nature_of_work: "Police service",
        employer: "PNP",
        employer_line_1: "Camp Crame",
        employer_barangay: "Socorro",
        employer_municipality_city: "Quezon City",
        employer_state_province: "Metro Manila",
        employer_zip: "1100",
        id_type: "1",
        id_number: "P1234567A",
        image_selfie: picture,
        image_id_front: picture,
        image_id_back: picture,
        updated_at: world.app.now(),
      })
      .execute();
  }

  /** The member's active card is known to the issuer under its usual names. */
  async function makeCustomer(member: TestMember): Promise<void> {
    const accountNo = member.cardAccountNo ?? "";
    await db
      .updateTable("card")
      .set({ issuer_customer_id: `CU${accountNo}`, token: `TK${accountNo}` })
      .where("member_id", "=", member.id)
      .execute();
  }

  /** Kits of a delivery in the stock of an office; the numbers on them, as whoever holds one reads them. */
  async function stock({
    officeId,
    count,
  }: {
    officeId: bigint;
    count: number;
  }): Promise<string[]> {
    await ensureOffice(db, officeId);
    const batchRef = `KB-${randomUUID().slice(0, 8)}`;
    await control("/sandbox/deliveries", { batchRef, officeId: String(officeId), count });
    const delivery = await world.app.issuer.kitDelivery(batchRef);
    if (delivery.kind !== "delivered") throw new Error(`the delivery is ${delivery.kind}`);
    await db
      .insertInto("card_kit")
      .values(
        delivery.kits.map((kit) => ({
          serial: kit.serial,
          kind: "generic",
          token: kit.token,
          last_four: kit.lastFour,
          expires_on: kit.expiresOn,
          office_id: officeId,
          state: "in_stock",
          changed_at: world.app.now(),
        })),
      )
      .execute();
    return delivery.kits.map(({ token }) => token);
  }

  /** The number on a plastic. */
  async function numberOn(token: string): Promise<string> {
    const answer = await fetch(`${world.sandbox.url}/sandbox/plastics?token=${token}`);
    // The sandbox's own answer.
    const plastics = (await answer.json()) as { cardNumber: string }[];
    const [plastic] = plastics;
    if (plastic === undefined) throw new Error(`there is no plastic ${token}`);
    return plastic.cardNumber;
  }

  const application = (reference: string) =>
    db
      .selectFrom("card_application")
      .selectAll()
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();

  /** The issuer decides on an applicant, and tells so unless it does not. */
  async function decide(
    reference: string,
    decision: "approved" | "rejected",
    { isTold = true }: { isTold?: boolean } = {},
  ): Promise<void> {
    const { issuer_transaction_id: transactionId } = await application(reference);
    tellEvents(isTold);
    await control("/sandbox/investigations", {
      transactionId,
      decision: decision === "approved" ? "approve" : "reject",
    });
  }

  /** The bureau ends the making of an ordered card. */
  async function produce(
    reference: string,
    { isFailed = false }: { isFailed?: boolean } = {},
  ): Promise<void> {
    const { token } = await application(reference);
    await control("/sandbox/production", { token, outcome: isFailed ? "failed" : "produced" });
  }

  const produced = (reference: string, token: string) => ({
    eventId: randomUUID(),
    type: "card.produced",
    senderRefId: `${reference}-P`,
    token,
    serialNumber: "P0000000001",
    lastFour: "1234",
    expiryDate: "2031-11-30",
  });

  const stageOf = async (reference: string) => (await application(reference)).stage;

  /** What happened to the member's card, and who did it. */
  async function events(member: TestMember): Promise<string[]> {
    const rows = await db
      .selectFrom("card_event as e")
      .innerJoin("card as c", "c.id", "e.card_id")
      .select(["e.event", "e.actor_kind", "e.actor"])
      .where("c.member_id", "=", member.id)
      .orderBy("e.id")
      .execute();
    return rows.map(({ event, actor_kind, actor }) => `${event} ${actor_kind} ${actor}`);
  }

  /** What is left on the member's accounts. */
  async function fundsOf(member: TestMember): Promise<string> {
    const { rows } = await sql<{ product: string; balance: bigint }>`
      select a.product, l.balance_centavos as balance from member_account a
      join ledger_account l on l.id = a.ledger_account_id
      where a.member_id = ${member.id} order by a.product`.execute(db);
    return rows.map(({ product, balance }) => `${product} ${toDecimal(balance)}`).join(", ");
  }

  /** Switches applications for a kind of card off, with this text, or on again. */
  async function maintenance(kind: "generic" | "perso", text: string | undefined): Promise<void> {
    await db
      .updateTable("card_maintenance")
      .set({ is_on: text !== undefined, text: text ?? "" })
      .where("kind", "=", kind)
      .execute();
  }

  /** The answer, which must be a yes. */
  async function ok<A extends { status: boolean; message: string }>(
    answering: Promise<A>,
  ): Promise<Extract<A, { status: true }>> {
    const answer = await answering;
    expect(answer).toMatchObject({ status: true });
    // Looked at just now.
    return answer as Extract<A, { status: true }>;
  }

  return {
    listen,
    work,
    completeFile,
    makeCustomer,
    stock,
    numberOn,
    decide,
    produce,
    produced,
    stageOf,
    events,
    fundsOf,
    maintenance,
    ok,
    send,
    control,
    issuerDoes,
    application,
  };
}
