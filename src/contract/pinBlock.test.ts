import { expect, test } from "vitest";
import { bytesOf, fromBase64Url, suite, toBase64Url } from "./hpke.ts";
import { sealedPin } from "./cardFields.ts";
import { requestCvv } from "./cvvReveal.ts";
import { pinBinding, pinField, sealPin } from "./pinBlock.ts";

const hex = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as Uint8Array).toString("hex");
const opens = (opening: Promise<unknown>) =>
  opening.then(
    () => true,
    () => false,
  );
const random = Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 255]);

test("S078 S079 the PIN field is that of ISO 9564-1 format 4", () => {
  expect(hex(pinField("123456", random))).toBe("46123456aaaaaaaa00010203040506ff");
  expect(hex(pinField("1234", random))).toBe("441234aaaaaaaaaa00010203040506ff");
  expect(hex(pinField("123456789012", random))).toBe("4c123456789012aa00010203040506ff");
  for (const pin of ["", "123", "1234567890123", "12345a", "１２３４５６"]) {
    expect(() => pinField(pin, random)).toThrow("not a PIN");
  }
});

/** A key of the issuer, and how the issuer opens what was sealed to it. */
async function issuerKey(kid: string) {
  const pair = await suite.kem.generateKeyPair();
  const pub = toBase64Url(new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey)));
  const open = async (sealed: string, binding: Parameters<typeof pinBinding>[0]) => {
    const [, , enc = "", ciphertext = ""] = sealed.split(".");
    return suite.open(
      { recipientKey: pair, enc: fromBase64Url(enc), info: bytesOf("portal pin1 v1") },
      fromBase64Url(ciphertext),
      pinBinding(binding),
    );
  };
  return { kid, pub, open };
}

test("S078 a sealed PIN opens at the issuer, for its purpose, account and key alone", async () => {
  const key = await issuerKey("iss-1");
  const of = { purpose: "current" as const, accountNo: "990112345006" };
  const sealed = await sealPin({ key, ...of, pin: "907060" });
  expect(sealedPin.safeParse(sealed).success).toBe(true);
  expect(hex(await key.open(sealed, { ...of, kid: "iss-1" }))).toMatch(/^46907060a{8}/);

  expect(await opens(key.open(sealed, { ...of, purpose: "new", kid: "iss-1" }))).toBe(false);
  expect(await opens(key.open(sealed, { ...of, accountNo: "", kid: "iss-1" }))).toBe(false);
  expect(await opens(key.open(sealed, { ...of, kid: "iss-2" }))).toBe(false);
  const other = await issuerKey("iss-1");
  expect(await opens(other.open(sealed, { ...of, kid: "iss-1" }))).toBe(false);
});

test("S078 the same PIN never looks the same, and nothing of it shows", async () => {
  const key = await issuerKey("iss-1");
  const once = () => sealPin({ key, purpose: "new", accountNo: "", pin: "907060" });
  const [first, second] = [await once(), await once()];
  expect(first).not.toBe(second);
  for (const sealed of [first, second]) {
    const [, , enc = "", ciphertext = ""] = sealed.split(".");
    expect(hex(Buffer.concat([fromBase64Url(enc), fromBase64Url(ciphertext)]))).not.toContain(
      "907060",
    );
  }
});

test("S078 what has another form than a sealed PIN is refused", async () => {
  const key = await issuerKey("iss-1");
  const sealed = await sealPin({ key, purpose: "new", accountNo: "", pin: "907060" });
  for (const bad of [
    "",
    "907060",
    sealed.slice(0, -1),
    `${sealed}A`,
    sealed.replace("pin1", "pin2"),
  ])
    expect([bad, sealedPin.safeParse(bad).success]).toEqual([bad, false]);
});

test("S077 a CVV opens in the page that asked for it, for its card account alone", async () => {
  const request = await requestCvv();
  const recipientPublicKey = await suite.kem.deserializePublicKey(fromBase64Url(request.publicKey));
  const seal = async (text: string) => {
    const { enc, ct } = await suite.seal(
      { recipientPublicKey, info: bytesOf("portal cvv1 v1") },
      bytesOf(text),
      bytesOf('["cvv1","990112345006"]'),
    );
    return `cvv1.${toBase64Url(new Uint8Array(enc))}.${toBase64Url(new Uint8Array(ct))}`;
  };
  const sealed = await seal("407");
  expect(await request.open(sealed, "990112345006")).toBe("407");
  expect(await opens(request.open(sealed, "990112345014"))).toBe(false);
  expect(await opens(request.open(sealed.replace("cvv1", "cvv2"), "990112345006"))).toBe(false);
  expect(await opens((await requestCvv()).open(sealed, "990112345006"))).toBe(false);
  await expect(request.open(await seal("<b>"), "990112345006")).rejects.toThrow("not a CVV");
});
