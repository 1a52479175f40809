import {
  Aes128Gcm,
  Aes256Gcm,
  CipherSuite,
  DhkemP256HkdfSha256,
  HkdfSha256,
  type RecipientContext,
} from "@hpke/core";
import { beforeAll, describe, expect, test } from "vitest";

/*
 * RFC 9180, appendix A.3.1: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode. The appendix has
 * no figures for P-256 with the AES-256-GCM that calls are encrypted with: the two differ in the length of
 * the key alone, so key derivation, key schedule, nonces and exporter are proved by these.
 */
const VECTORS = {
  info: "4f6465206f6e2061204772656369616e2055726e",
  ikmE: "4270e54ffd08d79d5928020af4686d8f6b7d35dbe470265f1f5aa22816ce860e",
  pkEm: "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4",
  ikmR: "668b37171f1072f3cf12ea8a236a45df23fc13b82af3609ad1e354f6ef817550",
  pkRm: "04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0",
  skRm: "f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2",
  plaintext: "4265617574792069732074727574682c20747275746820626561757479",
};

/** The first encryptions of the appendix, in their order: additional data and ciphertext. */
const ENCRYPTIONS = [
  {
    aad: "436f756e742d30",
    ciphertext:
      "5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434",
  },
  {
    aad: "436f756e742d31",
    ciphertext:
      "fa6f037b47fc21826b610172ca9637e82d6e5801eb31cbd3748271affd4ecb06646e0329cbdf3c3cd655b28e82",
  },
  {
    aad: "436f756e742d32",
    ciphertext:
      "895cabfac50ce6c6eb02ffe6c048bf53b7f7be9a91fc559402cbc5b8dcaeb52b2ccc93e466c28fb55fed7a7fec",
  },
];

const EXPORTS = [
  { context: "", value: "5e9bc3d236e1911d95e65b576a8a86d478fb827e8bdfe77b741b289890490d4d" },
  { context: "00", value: "6cff87658931bda83dc857e6353efe4987a201b849658d9b047aab4cf216e796" },
  {
    context: "54657374436f6e74657874",
    value: "d8f1ea7942adbba7412c6d431c62d01371ea476b823eb697e1f6e6cae1dab85a",
  },
];

const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
const toHex = (bytes: ArrayBuffer | Uint8Array) =>
  Buffer.from(bytes as ArrayBuffer).toString("hex");

const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes128Gcm(),
});

describe("RFC 9180 A.3.1 the library's P-256 suite gives the standard's own figures", () => {
  let recipient: RecipientContext;
  beforeAll(async () => {
    recipient = await suite.createRecipientContext({
      recipientKey: await suite.kem.deserializePrivateKey(hex(VECTORS.skRm)),
      enc: hex(VECTORS.pkEm),
      info: hex(VECTORS.info),
    });
  });

  test.each([
    ["the recipient", VECTORS.ikmR, VECTORS.pkRm],
    ["one call", VECTORS.ikmE, VECTORS.pkEm],
  ])("the key pair of %s, from its seed", async (_, seed, publicKey) => {
    const pair = await suite.kem.deriveKeyPair(hex(seed));
    expect(toHex(await suite.kem.serializePublicKey(pair.publicKey))).toBe(publicKey);
  });

  test("what the recipient opens, one encryption after the other", async () => {
    for (const { aad, ciphertext } of ENCRYPTIONS) {
      expect(toHex(await recipient.open(hex(ciphertext), hex(aad)))).toBe(VECTORS.plaintext);
    }
  });

  test("what the sender seals with the call's own key", async () => {
    const sender = await suite.createSenderContext({
      recipientPublicKey: await suite.kem.deserializePublicKey(hex(VECTORS.pkRm)),
      info: hex(VECTORS.info),
      ekm: await suite.kem.deriveKeyPair(hex(VECTORS.ikmE)),
    });
    expect(toHex(sender.enc)).toBe(VECTORS.pkEm);
    for (const { aad, ciphertext } of ENCRYPTIONS) {
      expect(toHex(await sender.seal(hex(VECTORS.plaintext), hex(aad)))).toBe(ciphertext);
    }
  });

  test("what both export", async () => {
    for (const { context, value } of EXPORTS) {
      expect(toHex(await recipient.export(hex(context), 32))).toBe(value);
    }
  });
});

test("RFC 9180 calls are encrypted with the same suite, but for AES-256-GCM", () => {
  const ours = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  });
  // The identifiers of RFC 9180, section 7.
  expect([ours.kem.id, ours.kdf.id, ours.aead.id]).toEqual([0x0010, 0x0001, 0x0002]);
});
