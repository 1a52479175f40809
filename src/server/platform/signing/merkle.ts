import { createHash } from "node:crypto";

// The tree of RFC 6962, whose proofs are checked as RFC 9162, 2.1.3.2, has it. The database has the same rules for its
// own (statement_merkle): what one makes the other checks.

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The hash of a leaf, which no node above leaves can have. */
export const leafHash = (salt: Uint8Array, text: string): Buffer =>
  sha256(LEAF, salt, Buffer.from(text, "utf8"));

/** What stands beside the way from the one of `hashes` at `index` up to their root, from below. */
export function pathFrom(hashes: readonly Buffer[], index: number): Buffer[] {
  const path: Buffer[] = [];
  let level = hashes;
  for (let at = index; level.length > 1; at = Math.floor(at / 2)) {
    const beside = level[at % 2 === 0 ? at + 1 : at - 1];
    if (beside !== undefined) path.push(beside);
    level = levelAbove(level);
  }
  return path;
}

/** One without another beside it rises as it is. */
function levelAbove(level: readonly Buffer[]): Buffer[] {
  const above: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left = NODE, right] = level.slice(at, at + 2);
    above.push(right === undefined ? left : sha256(NODE, left, right));
  }
  return above;
}

/** The root that a path leads to from a leaf in a tree of `size`; undefined where it is no path of such a tree. */
export function rootAbove(
  leaf: Buffer,
  { position, size, path }: { position: number; size: number; path: readonly Buffer[] },
): Buffer | undefined {
  if (!(position < size)) return undefined;
  let root = leaf;
  let at = position;
  let last = size - 1;
  for (const beside of path) {
    if (last === 0) return undefined;
    if (at % 2 === 0 && at < last) {
      root = sha256(NODE, root, beside);
    } else {
      root = sha256(NODE, beside, root);
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)];
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : undefined;
}
