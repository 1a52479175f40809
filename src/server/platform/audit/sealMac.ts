import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

/** What a seal says, but for its hash. `rowId` null is a mark. */
export type SealText = {
  position: bigint;
  rowId: bigint | null;
  /** Milliseconds. */
  sealedAt: number;
  rowMac: Buffer;
};

/** Before the first seal. */
export const NO_HASH = Buffer.alloc(32);

/** What a mark says: nothing but its time, or that the clock had gone back behind the former seal. */
export const MARKS = { plain: "", clockMoved: "the clock went back" } as const;

/** Made once for each key: making it is most of what a short proof costs. */
const madeKeys = new WeakMap<Buffer, KeyObject>();

function madeKey(key: Buffer): KeyObject {
  const made = madeKeys.get(key) ?? createSecretKey(key);
  madeKeys.set(key, made);
  return made;
}

/** Proves the contents of one row, under its id in its stream; of a mark, one of MARKS. */
export function rowMac(
  key: Buffer,
  stream: string,
  rowId: bigint | null,
  contents: string,
): Buffer {
  const what = JSON.stringify(["row", stream, rowId?.toString() ?? null]);
  return createHmac("sha256", madeKey(key)).update(what).update("\n").update(contents).digest();
}

/** Proves one seal and its place behind the former one. */
export function sealHash(key: Buffer, stream: string, former: Buffer, seal: SealText): Buffer {
  const what = JSON.stringify([
    "seal",
    stream,
    former.toString("hex"),
    seal.position.toString(),
    seal.rowId?.toString() ?? null,
    seal.sealedAt,
    seal.rowMac.toString("hex"),
  ]);
  return createHmac("sha256", madeKey(key)).update(what).digest();
}
