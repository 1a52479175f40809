import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getCardApplications } from "#contract/cardApplication.ts";
import {
  getCardIdentification,
  releaseCard,
  saveCardIdentification,
  sendCardPicture,
} from "#contract/staff/cardDesk.ts";
import {
  exportCardApplications,
  getCardApplication,
  getCardPicture,
  listCardApplications,
} from "#contract/staff/cards.ts";
import {
  getCardBatchFile,
  getCardOrders,
  listCardBatches,
  makeCardBatch,
} from "#contract/staff/cardProduction.ts";
import { getStaffQueues } from "#contract/staff/home.ts";
import { demoPictures } from "#demo/demoPictures.ts";
import { makeApplication } from "#test/support/makeApplication.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { trail } from "#test/support/requestActs.ts";

let world: World;
let officer: TestStaff;
let teller: TestStaff;
beforeAll(async () => {
  world = await makeWorld();
  officer = await world.makeStaff({ role: "card_officer" });
  teller = await world.makeStaff({ role: "teller" });
});
afterAll(() => world.close());

const PNG = demoPictures(7).front;

async function references(query: Record<string, string>, staff = officer) {
  // The filters of the contract, as the address has them.
  const { body } = await staff.callRaw(listCardApplications, { query });
  const { rows } = body["result"] as { rows: { reference: string }[] };
  return rows.map(({ reference }) => reference);
}

describe("the queue of applications", () => {
  test("filters by queue, kind, stage, age and text; another branch's are not in it", async () => {
    const [waiting, ready, failed, foreign] = [
      await world.makeMember({ officeId: 1n, card: { status: "processing" } }),
      await world.makeMember({ officeId: 1n, card: { status: "for_pickup" } }),
      await world.makeMember({ officeId: 1n, card: { persoStatus: "failed" } }),
      await world.makeMember({ officeId: 2n, card: { status: "processing" } }),
    ];
    const kitless = await makeApplication(world.app, waiting, { stage: "approved" });
    const toRelease = await makeApplication(world.app, ready, {
      stage: "approved",
      kit: "reserved",
    });
    const stuck = await makeApplication(world.app, failed, {
      kind: "personalized",
      stage: "produced",
      kit: "released",
      retries: 3,
    });
    const other = await makeApplication(world.app, foreign, { officeId: 2n });
    expect(await references({ show: "waiting_kit" })).toEqual([kitless.reference]);
    expect(await references({ show: "to_release" })).toEqual([toRelease.reference]);
    expect(await references({ show: "activation_failed" })).toEqual([stuck.reference]);
    expect(await references({ kind: "personalized" })).toEqual([stuck.reference]);
    expect(await references({ stage: "handed_over" })).toEqual([stuck.reference]);
    expect(await references({ stage: "for_pickup" })).toEqual([toRelease.reference]);
    expect(await references({ stage: "approved" })).toEqual([kitless.reference]);
    expect(await references({ member: waiting.membershipNo })).toEqual([kitless.reference]);
    expect(await references({ minDays: "1" })).toEqual([]);
    expect(await references({ maxDays: "1" })).toHaveLength(3);
    expect(await references({ show: "all" })).not.toContain(other.reference);
    expect(await officer.call(getStaffQueues, {})).toMatchObject({
      results: expect.arrayContaining([{ queue: "card_applications", count: 3, isMore: false }]),
    });
    // What the overview counts is a list of its own.
    expect(await references({ show: "for_desk" })).toHaveLength(3);
    const { text: file } = await officer.callRaw(exportCardApplications, {
      query: { show: "to_release" },
    });
    expect(file).toContain(toRelease.reference);
    expect(file).not.toContain(kitless.reference);
    const everywhere = await world.makeStaff({ role: "auditor", officeId: null });
    expect(await references({ show: "all" }, everywhere)).toContain(other.reference);
  });
});

describe("S133 an application opened", () => {
  test("masks contact for a teller, and every look at it and its pictures is recorded", async () => {
    const member = await world.makeMember({ officeId: 1n, card: { status: "processing" } });
    const { id: applicationId } = await makeApplication(world.app, member);
    const sent = await officer.callRaw(sendCardPicture, {
      params: { memberGuid: member.guid },
      query: { picture: "selfie" },
      body: PNG,
    });
    expect(sent.httpStatus).toBe(200);
    const params = { applicationId };
    const seen = await officer.call(getCardApplication, { params });
    expect(seen).toMatchObject({
      result: { pictures: ["selfie"], details: { mobileNumber: member.mobileNumber } },
    });
    const masked = await teller.call(getCardApplication, { params });
    expect(masked).toMatchObject({ result: { may: { seePictures: false, release: false } } });
    expect(masked).not.toMatchObject({
      result: { details: { mobileNumber: member.mobileNumber } },
    });

    const picture = { params: { ...params, picture: "selfie" } };
    expect(await teller.callRaw(getCardPicture, picture)).toMatchObject({
      body: { code: "not_your_role" },
    });
    expect((await officer.callRaw(getCardPicture, picture)).httpStatus).toBe(200);
    expect(
      await officer.callRaw(getCardPicture, { params: { ...params, picture: "back" } }),
    ).toMatchObject({ httpStatus: 404 });
    const looks = await world.app.db
      .selectFrom("audit_event")
      .select(["actor", "detail"])
      .where("object", "=", `member:${member.guid}`)
      .where("action", "=", "look_at_member")
      .orderBy("id")
      .execute();
    expect(looks).toEqual([
      { actor: officer.username, detail: { what: "card_application" } },
      { actor: teller.username, detail: { what: "card_application" } },
      { actor: officer.username, detail: { what: "id_picture_selfie" } },
    ]);
  });
});

describe("a card is handed over", () => {
  const body = (serial: string) => ({
    serial,
    shownId: "passport" as const,
    isIdentityChecked: true as const,
    isSigned: true as const,
    note: "",
  });

  test("a personalized card once, with its serial, and is then for activation", async () => {
    const member = await world.makeMember({ officeId: 1n, card: { persoStatus: "for_pickup" } });
    const { id, serial, reference } = await makeApplication(world.app, member, {
      kind: "personalized",
      stage: "produced",
      kit: "reserved",
    });
    const call = (given: object) =>
      teller.callRaw(releaseCard, { params: { applicationId: id }, body: given });
    expect((await call(body("K-OTHER-1"))).body["code"]).toBe("release_serial");
    expect((await call({ ...body(serial), isIdentityChecked: false })).httpStatus).toBe(422);
    expect((await call({ ...body(serial), isSigned: false })).httpStatus).toBe(422);
    const both = await Promise.all([call(body(serial)), call(body(serial))]);
    expect(new Set(both.map(({ httpStatus }) => httpStatus))).toEqual(new Set([200, 409]));
    const row = await world.app.db
      .selectFrom("card")
      .innerJoin("card_kit", "card_kit.serial", "card_kit.serial")
      .select(["card.perso_status", "card_kit.state"])
      .where("card.member_id", "=", member.id)
      .where("card_kit.serial", "=", serial)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ perso_status: "for_activation", state: "released" });
    expect(await trail(world, `card_application:${reference}`)).toEqual([
      `${teller.username}: card_released`,
    ]);
  });

  test("a default card stays for pick-up until its member activates it", async () => {
    const member = await world.makeMember({ officeId: 1n, card: { status: "for_pickup" } });
    const { id, serial } = await makeApplication(world.app, member, {
      stage: "approved",
      kit: "reserved",
    });
    const params = { applicationId: id };
    const answer = await teller.call(releaseCard, { params, body: body(serial) });
    expect(answer.status).toBe(true);
    expect(await officer.call(getCardApplication, { params })).toMatchObject({
      result: {
        cardStatus: "for_pickup",
        stage: "handed_over",
        release: { by: teller.username, idType: "passport" },
      },
    });
    const list = async (stage: "for_pickup" | "handed_over") => {
      const query = { stage, member: member.membershipNo };
      const answer = await officer.call(listCardApplications, { query });
      return answer.status ? answer.result.rows.map((row) => row.id) : [];
    };
    expect(await list("handed_over")).toEqual([id]);
    expect(await list("for_pickup")).toEqual([]);
    const browser = await world.signIn(member);
    const guid = { params: { guid: member.guid } };
    expect(await world.call(getCardApplications, guid, browser)).toMatchObject({
      result: [{ isHandedOver: true, pickUpBy: null }],
    });
  });
});

describe("orders of personalized cards", () => {
  test("each is in one file only, which is the same whenever it is opened", async () => {
    const orders: string[] = [];
    for (const officeId of [1n, 2n]) {
      const member = await world.makeMember({ officeId, card: { persoStatus: "processing" } });
      const order = { kind: "personalized", stage: "approved", officeId } as const;
      orders.push((await makeApplication(world.app, member, order)).reference);
    }
    const before = await officer.call(getCardOrders, {});
    const waiting = before.status ? before.result.waiting : 0;
    expect(waiting).toBeGreaterThanOrEqual(2);
    const made = await Promise.all([
      officer.call(makeCardBatch, {}),
      officer.call(makeCardBatch, {}),
    ]);
    expect(new Set(made.map((answer) => (answer.status ? "made" : answer.code)))).toEqual(
      new Set(["made", "card_batch_empty"]),
    );
    expect(await officer.call(getCardOrders, {})).toMatchObject({ result: { waiting: 0 } });
    const list = await officer.call(listCardBatches, { query: {} });
    const row = list.status ? list.result.rows[0] : undefined;
    expect(row?.orders).toBe(waiting);
    const [produced = ""] = orders;
    const come = async (values: { stage: string; ready_at?: Date }) => {
      const update = world.app.db.updateTable("card_application").set(values);
      await update.where("reference", "=", produced).execute();
      const now = await officer.call(listCardBatches, { query: {} });
      return now.status ? now.result.rows[0]?.waiting : undefined;
    };
    // Made is not come: one that the office has received is no longer to come.
    const toCome = (await come({ stage: "approved" })) ?? 0;
    expect(await come({ stage: "produced" })).toBe(toCome);
    expect(await come({ stage: "produced", ready_at: world.app.now() })).toBe(toCome - 1);
    const params = { batchId: row?.id ?? "" };
    const [first, second] = [
      await officer.callRaw(getCardBatchFile, { params }),
      await officer.callRaw(getCardBatchFile, { params }),
    ];
    expect(second.text).toBe(first.text);
    for (const reference of orders) expect(first.text.split(`,${reference},`)).toHaveLength(2);
    expect(await trail(world, `card_batch:${row?.reference}`)).toEqual([
      `${officer.username}: card_batch_made`,
      `${officer.username}: card_batch_opened`,
      `${officer.username}: card_batch_opened`,
    ]);
  });
});

describe("what the issuer asks of a member is completed at the desk", () => {
  const given = {
    mothersMaidenName: "Dalisay",
    sourceOfFunds: "Salary",
    employment: "Employed",
    natureOfWork: "Teaching",
    employer: "Baguio Central School",
    employerLine1: "1 Session Road",
    employerBarangay: "Malcolm Square",
    employerCity: "Baguio City",
    employerProvince: "Benguet",
    employerZip: "2600",
    idType: "1",
    idNumber: "P1234567A",
  };

  test("with a record of the fields, not of their contents", async () => {
    const member = await world.makeMember({ officeId: 1n, card: { status: "not_applied" } });
    const params = { memberGuid: member.guid };
    const unknown = { ...given, idType: "999" };
    expect(await teller.call(saveCardIdentification, { params, body: unknown })).toMatchObject({
      code: "id_type_unknown",
    });
    const saved = await teller.call(saveCardIdentification, { params, body: given });
    expect(saved.status).toBe(true);
    expect(await teller.call(getCardIdentification, { params })).toMatchObject({
      result: { details: given, pictures: [] },
    });
    const events = await world.app.db
      .selectFrom("audit_event")
      .select("detail")
      .where("object", "=", `member:${member.guid}`)
      .where("action", "=", "card_identification_saved")
      .execute();
    expect(JSON.stringify(events)).toContain("idNumber");
    expect(JSON.stringify(events)).not.toContain("P1234567A");
  });

  test("S115 a picture of a member is a picture, and 2 MB at most", async () => {
    const member = await world.makeMember({ officeId: 1n });
    const send = async (body: Buffer) =>
      (
        await teller.callRaw(sendCardPicture, {
          params: { memberGuid: member.guid },
          query: { picture: "front" },
          body,
        })
      ).body["code"];
    expect(await send(Buffer.from("%PDF-1.7"))).toBe("picture_unreadable");
    expect(await send(Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]))).toBe(
      "picture_too_large",
    );
    expect(await send(Buffer.alloc(0))).toBe("document_empty");
    expect(await send(PNG)).toBe(undefined);
  });
});
