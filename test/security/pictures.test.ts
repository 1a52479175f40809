import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contract/api.ts";
import { getCardRequestDetails } from "#contract/cardApplication.ts";
import { sendCardPicture } from "#contract/staff/cardDesk.ts";
import { getCardPicture } from "#contract/staff/cards.ts";
import { uploadRequestDocument } from "#contract/staff/requestDocuments.ts";
import { newBrowser } from "#test/support/browser.ts";
import { makeApplication } from "#test/support/makeApplication.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import type { TestStaff } from "#test/support/makeStaff.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { pngOf } from "#test/support/pngOf.ts";

let world: World;
let officer: TestStaff;
let supervisor: TestStaff;
let member: TestMember;

beforeAll(async () => {
  world = await makeWorld();
  officer = await world.makeStaff({ role: "card_officer" });
  supervisor = await world.makeStaff({ role: "supervisor" });
  member = await world.makeMember({ officeId: 1n, card: { status: "processing" } });
});
afterAll(() => world.close());

const SCRIPT = "<script>alert(document.domain)</script>";
const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 150, b: 40 } } });

/** A comment right after a JPEG's first marker. */
function withComment(jpeg: Buffer, words: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(words.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(words), jpeg.subarray(2)]);
}

async function pictures() {
  const jpeg = await canvas(60, 40)
    .withExif({ IFD0: { Make: "Secret Camera", ImageDescription: SCRIPT } })
    .jpeg()
    .toBuffer();
  return {
    jpeg: withComment(jpeg, SCRIPT),
    png: await canvas(60, 40).png().toBuffer(),
    webp: await canvas(60, 40).webp().toBuffer(),
    large: await canvas(6000, 4000).jpeg().toBuffer(),
  };
}

/** A plane of one colour: 400 megapixels in 50 KB. */
const bomb = () => pngOf(20_000, 20_000, deflateSync(Buffer.alloc(20_000 * 2_501)));

async function noPictures(): Promise<[string, Buffer][]> {
  const { jpeg, png } = await pictures();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
  return [
    ["a drawing that can act", Buffer.from(svg)],
    ["a page with a picture in it", Buffer.concat([Buffer.from(`<html>${SCRIPT}`), jpeg])],
    [
      "a page that begins as a picture does",
      Buffer.concat([jpeg.subarray(0, 3), Buffer.from(svg)]),
    ],
    ["a decompression bomb", bomb()],
    ["a picture that says it is larger than it is", pngOf(60_000, 60_000, deflateSync(""))],
    ["half of a picture", png.subarray(0, png.length / 2)],
    ["an animation", Buffer.from("GIF89a\u0001\u0000\u0001\u0000")],
    ["a list of pictures", Buffer.from("RIFF\u0010\u0000\u0000\u0000AVI LIST")],
  ];
}

const sendPicture = (body: Buffer) =>
  officer.callRaw(sendCardPicture, {
    params: { memberGuid: member.guid },
    query: { picture: "front" },
    body,
  });

const sendDocument = (body: Buffer) =>
  supervisor.callRaw(uploadRequestDocument, { query: { name: "form.jpg" }, body });

async function keptPicture(): Promise<Buffer> {
  const row = await world.app.db
    .selectFrom("member_identification")
    .select("image_id_front")
    .where("member_id", "=", member.id)
    .executeTakeFirstOrThrow();
  return row.image_id_front ?? Buffer.alloc(0);
}

async function keptDocument(id: string): Promise<Buffer> {
  const query = world.app.db.selectFrom("staff_document").select("bytes").where("id", "=", id);
  return (await query.executeTakeFirstOrThrow()).bytes;
}

test("S115 files come with two calls of the staff, and no member sends any", () => {
  const taking = api.filter(({ bodyType }) => bodyType === "document");
  const names = taking.map(({ name }) => name).toSorted();
  expect(names).toEqual([sendCardPicture.name, uploadRequestDocument.name]);
  expect(taking.map(({ access }) => access)).toEqual(["staff", "staff"]);
});

test("S115 JPEG, PNG and WebP are drawn anew, 2000 pixels a side at most, and nothing but the picture is kept", async () => {
  const given = await pictures();
  expect(given.jpeg.toString("latin1")).toContain("Secret Camera");
  for (const [name, file] of Object.entries(given)) {
    expect([name, (await sendPicture(file)).httpStatus]).toEqual([name, 200]);
    const document = await sendDocument(file);
    // By the contract.
    const { documentId } = document.body["result"] as { documentId: string };
    for (const kept of [await keptPicture(), await keptDocument(documentId)]) {
      const { format, exif, width, height } = await sharp(kept).metadata();
      expect([name, format, exif]).toEqual([name, "jpeg", undefined]);
      expect([width, height]).toEqual(name === "large" ? [2000, 1333] : [60, 40]);
      expect(kept.toString("latin1")).not.toMatch(/script|Secret/);
    }
  }
});

test("S115 what is no picture, or unpacks to more than 25 megapixels, is refused at little cost and nothing is kept", async () => {
  const before = await keptPicture();
  const refused = await noPictures();
  expect(refused).toHaveLength(8);
  setFlagsFromString("--expose-gc");
  // What the context calls by this name.
  const collect = runInNewContext("gc") as () => void;
  for (const [what, file] of refused) {
    // What others left behind is not this picture's cost.
    collect();
    const memory = process.resourceUsage().maxRSS;
    const begun = process.cpuUsage();
    const answers = [await sendPicture(file), await sendDocument(file)];
    const { user, system } = process.cpuUsage(begun);
    expect([what, answers.map(({ body }) => body["code"])]).toEqual([
      what,
      ["picture_unreadable", "document_unreadable"],
    ]);
    // Microseconds of a processor, and kilobytes: what else runs on the machine does not count.
    expect([what, user + system < 1_000_000]).toEqual([what, true]);
    expect([what, process.resourceUsage().maxRSS - memory < 200_000]).toEqual([what, true]);
  }
  expect(await keptPicture()).toEqual(before);
});

const ATTACHED = {
  "content-type": "image/jpeg",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "content-security-policy": expect.stringMatching(/^default-src 'none';.* sandbox$/),
  "content-disposition": 'attachment; filename="front.jpg"',
};

test("S116 a picture is handed to those who may see documents in the member's branch, and to nobody else", async () => {
  await sendPicture((await pictures()).jpeg);
  const { id: applicationId } = await makeApplication(world.app, member);
  const params = { applicationId, picture: "front" };
  const roles = ["teller", "loan_officer", "auditor", "administrator"] as const;
  const others = await Promise.all(roles.map((role) => world.makeStaff({ role })));
  const elsewhere = await world.makeStaff({ role: "card_officer", officeId: 2n });
  expect((await officer.callRaw(getCardPicture, { params })).headers).toMatchObject(ATTACHED);
  for (const staff of others) {
    const { body } = await staff.callRaw(getCardPicture, { params });
    expect([staff.username, body["code"]]).toEqual([staff.username, "not_your_role"]);
  }
  expect((await elsewhere.callRaw(getCardPicture, { params })).httpStatus).toBe(404);
  const browser = await world.signIn(member);
  for (const who of [browser, newBrowser()]) {
    expect((await world.callRaw(getCardPicture, { params }, who)).httpStatus).toBe(401);
  }
});

test("S116 members see their own pictures, as text in an answer of their own, and those of nobody else", async () => {
  const own = await world.signIn(member);
  const other = await world.makeMember({ officeId: 1n });
  const look = async (guid: string) =>
    world.callRaw(getCardRequestDetails, { params: { guid } }, own);
  const answer = await look(member.guid);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  expect(answer.body).toMatchObject({
    result: { imageIdFront: (await keptPicture()).toString("base64") },
  });
  expect((await look(other.guid)).httpStatus).toBe(404);
});
