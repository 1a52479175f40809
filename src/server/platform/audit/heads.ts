import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import * as z from "zod/mini";

/** Where a chain ended at a moment, signed: kept outside the database, it shows when a tail was cut. */
const headSchema = z.object({
  stream: z.enum(["audit", "ledger"]),
  position: z.string().check(z.regex(/^\d{1,19}$/)),
  /** The row sealed there; null for a mark. */
  rowId: z.nullable(z.string().check(z.regex(/^-?\d{1,19}$/))),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** When that place was sealed. */
  at: z.iso.datetime(),
  /** Ed25519 over the others, base64url. */
  signature: z.string(),
});
export type Head = z.output<typeof headSchema>;

/** PKCS #8 of an Ed25519 key, without its 32 bytes (RFC 8410, section 7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The signing key that grows from the 32 bytes in the secrets. */
function headKey(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
}

/** Signs where a chain ends. */
export function signHead(seed: Buffer, head: Omit<Head, "signature">): Head {
  return { ...head, signature: sign(null, signedText(head), headKey(seed)).toString("base64url") };
}

/** Reads stored heads; each is undefined when it is none, or not signed by us. */
export function headReader(seed: Buffer): (text: string) => Head | undefined {
  const ours = createPublicKey(headKey(seed));
  return (text) => {
    const parsed = headSchema.safeParse(parse(text));
    if (!parsed.success) return undefined;
    const signature = Buffer.from(parsed.data.signature, "base64url");
    return verify(null, signedText(parsed.data), ours, signature) ? parsed.data : undefined;
  };
}

function signedText({ stream, position, rowId, hash, at }: Omit<Head, "signature">): Buffer {
  return Buffer.from(JSON.stringify(["head", stream, position, rowId, hash, at]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Hours since 1970: heads are signed once in each. */
export function hourOf(at: Date): number {
  return Math.floor(at.getTime() / 3_600_000);
}
