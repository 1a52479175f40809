import { createHash, sign } from "node:crypto";
import { SignPdf, Signer } from "@signpdf/signpdf";
import {
  bytesOf,
  type Der,
  inside,
  integer,
  octets,
  oid,
  parse,
  sequence,
  set,
  tagged,
} from "./der.ts";
import type { SigningKey } from "./statementKey.ts";

const SIGNED_DATA = "1.2.840.113549.1.7.2";
const DATA = "1.2.840.113549.1.7.1";
const CONTENT_TYPE = "1.2.840.113549.1.9.3";
export const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
/** PAdES: binds the signature to this one certificate. */
export const SIGNING_CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.47";
const SHA256 = "2.16.840.1.101.3.4.2.1";
const ALGORITHMS: Record<string, string> = {
  ec: "1.2.840.10045.4.3.2",
  rsa: "1.2.840.113549.1.1.11",
};

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/**
 * Signs a PDF that has a place for a signature (pdf/signaturePlace.ts), as PAdES baseline B: over every byte but those
 * of the signature itself.
 */
export async function signPdf(pdf: Uint8Array, key: SigningKey): Promise<Buffer> {
  const signer = Object.assign(new Signer(), {
    sign: (bytes: Buffer) => Promise.resolve(signatureOver(bytes, key)),
  });
  return new SignPdf().sign(Buffer.from(pdf), signer);
}

/** A detached CMS signature (RFC 5652) with the certificate in it, as DER. */
function signatureOver(bytes: Uint8Array, { key, certificate }: SigningKey): Buffer {
  const algorithm = ALGORITHMS[key.asymmetricKeyType ?? ""];
  if (algorithm === undefined) throw new Error("the key that signs must be EC or RSA");
  const attributes = signedAttributes(bytes, certificate.raw);
  const signature = sign("sha256", bytesOf(set(...attributes)), key);
  const [, serial, , issuer] = inside(inside(parse(certificate.raw))[0]);
  if (serial === undefined || issuer === undefined) throw new Error("the certificate is not whole");
  const signer = sequence(
    integer(1),
    sequence(issuer, serial),
    sequence(oid(SHA256)),
    tagged(0, ...attributes),
    sequence(oid(algorithm)),
    octets(signature),
  );
  const signed = sequence(
    integer(1),
    set(sequence(oid(SHA256))),
    sequence(oid(DATA)),
    tagged(0, parse(certificate.raw)),
    set(signer),
  );
  return bytesOf(sequence(oid(SIGNED_DATA), tagged(0, signed)));
}

/** In the order that DER gives the members of a set. */
function signedAttributes(bytes: Uint8Array, certificate: Uint8Array): Der[] {
  const of = (type: string, value: Der) => sequence(oid(type), set(value));
  return [
    of(CONTENT_TYPE, oid(DATA)),
    of(MESSAGE_DIGEST, octets(sha256(bytes))),
    of(SIGNING_CERTIFICATE_V2, sequence(sequence(sequence(octets(sha256(certificate)))))),
  ].toSorted((one, other) => Buffer.compare(bytesOf(one), bytesOf(other)));
}
