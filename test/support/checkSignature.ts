import { createHash, verify, X509Certificate } from "node:crypto";
import { bytesOf, inside, parse } from "#server/platform/signing/der.ts";

/** What a reader finds of a PDF's signature: over all of the file, of these very bytes, by the key of its certificate. */
export function readSignature(bytes: Uint8Array) {
  const file = Buffer.from(bytes);
  const text = file.toString("latin1");
  const [, range = ""] = /\/ByteRange \[([\d ]+)\]/.exec(text) ?? [];
  const [from = 0, before = 0, after = 0, rest = 0] = range.split(" ").map(Number);
  const signed = Buffer.concat([file.subarray(from, before), file.subarray(after, after + rest)]);
  const hex = text.slice(before + 1, after - 1);
  const cms = parse(Buffer.from(hex, "hex"));
  const signedData = inside(inside(cms)[1])[0];
  const [, , , certificates, signers] = inside(signedData);
  const certificate = new X509Certificate(bytesOf(inside(certificates)[0] as never));
  const [, , , attributes, , signature] = inside(inside(signers)[0]);
  const signedText = bytesOf(attributes as never);
  signedText[0] = 0x31;
  const digests = inside(attributes).map((each) =>
    Buffer.from(bytesOf(inside(inside(each)[1])[0] as never)).toString("hex"),
  );
  const digest = createHash("sha256").update(signed).digest("hex");
  // An octet string: its tag, its length in one byte, and what is in it.
  const value = bytesOf(signature as never).subarray(2);
  return {
    certificate,
    coversAll:
      from === 0 && after + rest === file.length && /^<[0-9a-f]+>$/.test(text.slice(before, after)),
    isOfTheseBytes: digests.includes(`0420${digest}`),
    isOfItsKey: verify("sha256", signedText, certificate.publicKey, value),
    namesItsCertificate: digests.some((each) =>
      each.includes(createHash("sha256").update(certificate.raw).digest("hex")),
    ),
  };
}
