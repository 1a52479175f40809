import { createHash, verify, X509Certificate } from "node:crypto";
import { bytesOf, type Der, inside, octetsOf, oid, parse } from "./der.ts";
import { MESSAGE_DIGEST, SIGNING_CERTIFICATE_V2 } from "./signPdf.ts";

/** What a PDF's signature says. */
export type Signature = {
  certificate: X509Certificate;
  /** Over every byte of the file but its own, and it is the only one. */
  coversAll: boolean;
  /** Made of these very bytes. */
  isOfTheseBytes: boolean;
  /** Made by the key of the certificate. */
  isOfItsKey: boolean;
  /** What is signed names the certificate. */
  namesItsCertificate: boolean;
};

/** Whether all that it says holds: these bytes are what the key of its certificate signed. */
export const holds = (signature: Signature): boolean =>
  signature.coversAll &&
  signature.isOfTheseBytes &&
  signature.isOfItsKey &&
  signature.namesItsCertificate;

/** The signature of a PDF as signPdf makes it; undefined where there is none. Throws where it cannot be read. */
export function readSignature(file: Buffer): Signature | undefined {
  const text = file.toString("latin1");
  const ranges = [...text.matchAll(/\/ByteRange\s*\[\s*(\d+) (\d+) (\d+) (\d+)\s*\]/g)];
  const [first] = ranges;
  if (first === undefined) return undefined;
  const [from = 0, before = 0, after = 0, rest = 0] = first.slice(1).map(Number);
  const place = text.slice(before, after);
  const coversAll =
    ranges.length === 1 &&
    from === 0 &&
    after + rest === file.length &&
    /^<[0-9a-f]+>$/i.test(place);
  const signed = Buffer.concat([file.subarray(0, before), file.subarray(after, after + rest)]);
  return { coversAll, ...readCms(Buffer.from(place.slice(1, -1), "hex"), sha256(signed)) };
}

/** Reads a detached CMS signature, and compares it with the hash of what it should be over. */
function readCms(cms: Buffer, digest: Buffer): Omit<Signature, "coversAll"> {
  const [, , , certificates, signers] = inside(inside(inside(parse(cms))[1])[0]);
  const certificate = new X509Certificate(bytesOf(first(inside(certificates))));
  const [, , , attributes, , signature] = inside(first(inside(signers)));
  if (attributes === undefined || signature === undefined) throw new Error("it is not whole");
  // They stand there as [0], and are signed as the set that they are.
  const signedText = bytesOf(attributes);
  signedText[0] = SET;
  return {
    certificate,
    isOfTheseBytes: octetsOf(valueOf(attributes, MESSAGE_DIGEST)).equals(digest),
    isOfItsKey: verify("sha256", signedText, certificate.publicKey, octetsOf(signature)),
    namesItsCertificate: octetsOf(
      first(inside(first(inside(first(inside(valueOf(attributes, SIGNING_CERTIFICATE_V2))))))),
    ).equals(sha256(certificate.raw)),
  };
}

const SET = 0x31;

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

function first(blocks: readonly Der[]): Der {
  const [block] = blocks;
  if (block === undefined) throw new Error("it is not whole");
  return block;
}

/** The value of the signed attribute of this type. */
function valueOf(attributes: Der, type: string): Der {
  const wanted = bytesOf(oid(type));
  const found = inside(attributes).find((each) => bytesOf(first(inside(each))).equals(wanted));
  return first(inside(inside(found)[1]));
}
