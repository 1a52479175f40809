import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** What private keys and keys of well-known services look like, wherever they stand. */
const KEY_SHAPES: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bxox[abpr]-[A-Za-z0-9-]{20,}/,
  /"(?:d|k)"\s*:\s*"[A-Za-z0-9_-]{43}"/,
  /"(?:passwordPepper|otpPepper|decoyKey|outboxKey|issuerCallbackKey|auditSealKey|auditHeadKey|panKey|pushKey)"\s*:\s*"[A-Za-z0-9_-]{43}"/,
];

/** The files below these places that have something like a key in them. */
export function findKeys(places: readonly string[]): string[] {
  return places.flatMap(filesBelow).filter((file) => {
    const text = readFileSync(file, "latin1");
    return KEY_SHAPES.some((shape) => shape.test(text));
  });
}

function filesBelow(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.posix.join(parentPath, name));
}
