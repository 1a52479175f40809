import { beforeAll, describe, expect, test } from "vitest";
import { makeKeyPair, openCall, parseCallHeader, readPrivateKey, sealCall } from "./fieldCipher.ts";

const target = { method: "POST", path: "/v2/login" };
const fields = { username: "juan.delacruz", password: "tamang-kabayo-baterya 😀" };
let key: { kid: string; pub: string };
let privateKey: Awaited<ReturnType<typeof readPrivateKey>>;

beforeAll(async () => {
  const pair = await makeKeyPair();
  key = { kid: "2026-11-21", pub: pair.pub };
  privateKey = await readPrivateKey(pair.key);
});

function headerOf(text: string) {
  const header = parseCallHeader(text);
  if (!header) throw new Error("the header is not of the form");
  return header;
}

const fieldsOf = (body: string) => new Map(new URLSearchParams(body));

test("A13 fields and the answer come out as they went in", async () => {
  const call = await sealCall({ ...target, key, fields, timestamp: 1_795_226_400_000 });
  const opened = await openCall({
    ...target,
    header: headerOf(call.header),
    privateKey,
    sealedFields: fieldsOf(call.body),
  });
  expect(opened.fields).toEqual(fields);
  expect(await call.openAnswer(await opened.sealAnswer("an answer"))).toBe("an answer");
});

test("A13 the length of a password does not show, and no two calls look alike", async () => {
  const bodies = await Promise.all(
    ["short", "a password of thirty characters"].map(async (password) => {
      const call = await sealCall({ ...target, key, fields: { password }, timestamp: 1 });
      return call.body;
    }),
  );
  expect(new Set(bodies.map((body) => body.length)).size).toBe(1);
  expect(new Set(bodies).size).toBe(2);
});

describe("S017 a call means nothing where it was not meant", () => {
  test.each([
    ["another path", { path: "/otp/verify" }],
    ["another method", { method: "PUT" }],
  ])("%s", async (_, elsewhere) => {
    const call = await sealCall({ ...target, key, fields, timestamp: 1_795_226_400_000 });
    const opening = openCall({
      ...target,
      ...elsewhere,
      header: headerOf(call.header),
      privateKey,
      sealedFields: fieldsOf(call.body),
    });
    await expect(opening).rejects.toBeInstanceOf(Error);
  });

  test.each([
    ["another time", (header: string) => header.replace(/;(\d{13});/, ";1795226400001;")],
    ["another kid", (header: string) => header.replace("2026-11-21", "2026-11-22")],
    [
      "another call id",
      (header: string) => header.replace(/;[0-9a-f]/, (c) => (c === ";a" ? ";b" : ";a")),
    ],
  ])("%s", async (_, change) => {
    const call = await sealCall({ ...target, key, fields, timestamp: 1_795_226_400_000 });
    const header = headerOf(change(call.header));
    const opening = openCall({ ...target, header, privateKey, sealedFields: fieldsOf(call.body) });
    await expect(opening).rejects.toBeInstanceOf(Error);
  });

  test("fields swapped, or a field of another call", async () => {
    const call = await sealCall({ ...target, key, fields, timestamp: 1_795_226_400_000 });
    const other = await sealCall({ ...target, key, fields, timestamp: 1_795_226_400_000 });
    const own = fieldsOf(call.body);
    const swapped = new Map([
      ["username", own.get("password") ?? ""],
      ["password", own.get("username") ?? ""],
    ]);
    const spliced = new Map(own).set("password", fieldsOf(other.body).get("password") ?? "");
    for (const sealedFields of [swapped, spliced]) {
      const header = headerOf(call.header);
      await expect(
        openCall({ ...target, header, privateKey, sealedFields }),
      ).rejects.toBeInstanceOf(Error);
    }
  });
});
