import { createPublicKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import {
  bits,
  bytesOf,
  integer,
  moment,
  octets,
  oid,
  parse,
  sequence,
  set,
  tagged,
  text,
  yes,
} from "./der.ts";

const ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
const YEARS = 10;

/**
 * A new key (P-256) and a certificate in which it vouches for itself, as PEM: for signing documents and for nothing
 * else, valid for ten years.
 */
export function makeCertificate(name: string, at: Date): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicKey = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  const until = new Date(at);
  until.setUTCFullYear(until.getUTCFullYear() + YEARS);
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const of = () => sequence(set(sequence(oid("2.5.4.3"), text(name))));
  const serial = randomBytes(16);
  // Positive, and of the same length whatever was drawn.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const body = sequence(
    tagged(0, integer(2)),
    parse(Buffer.concat([Buffer.from([2, serial.length]), serial])),
    algorithm,
    of(),
    sequence(moment(at), moment(until)),
    of(),
    parse(publicKey),
    tagged(
      3,
      sequence(
        // No authority; signs digitally, and cannot say later that it did not.
        sequence(oid("2.5.29.19"), yes(), octets(bytesOf(sequence()))),
        sequence(oid("2.5.29.15"), yes(), octets(Buffer.from([3, 2, 6, 0xc0]))),
      ),
    ),
  );
  const signature = sign("sha256", bytesOf(body), privateKey);
  const certificate = bytesOf(sequence(body, algorithm, bits(signature)));
  const lines = certificate.toString("base64").replaceAll(/.{64}(?=.)/g, "$&\n");
  const pem = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
  return `${String(privateKey.export({ format: "pem", type: "pkcs8" }))}${pem}`;
}
