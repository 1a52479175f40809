import { createPrivateKey, type KeyObject, randomBytes, X509Certificate } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";
import { makeCertificate } from "./makeCertificate.ts";

/** What signs documents, and the certificate that says whose signature it is. */
export type SigningKey = { key: KeyObject; certificate: X509Certificate };

type Place = Pick<Config, "NODE_ENV" | "DATA_DIR" | "STATEMENT_KEY_FILE">;

/** One PEM file of a private key and its certificate. */
const fileOf = ({ STATEMENT_KEY_FILE, DATA_DIR }: Place): string =>
  STATEMENT_KEY_FILE ?? path.join(DATA_DIR, "statement-key.pem");

/** Whoever signs finds out at the start whether it can: throws what readSigningKey would, and makes no key. */
export function assertSigningKey(config: Place, name: string, at: Date): void {
  if (existsSync(fileOf(config)) || !mayMakeKey(config)) readSigningKey(config, name, at);
}

/**
 * The key that signs documents: that of STATEMENT_KEY_FILE, else one of this installation's own, which is made when it
 * is first wanted and vouches for itself; never in production. Refuses a file that others may read, one whose parts do
 * not belong together, and a certificate outside of its days. Read anew each time, so that another file is another key
 * at once.
 */
export function readSigningKey(config: Place, name: string, at: Date): SigningKey {
  if (config.STATEMENT_KEY_FILE === undefined && !mayMakeKey(config)) {
    throw new Error("STATEMENT_KEY_FILE is missing: the key and certificate that sign statements");
  }
  const file = fileOf(config);
  if (mayMakeKey(config) && !existsSync(file)) makeFile(file, name, at);
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new Error(`${file} may be read by others; run: chmod 600 ${file}`);
  }
  const pem = readFileSync(file, "utf8");
  const key = createPrivateKey(pem);
  const certificate = new X509Certificate(pem.slice(pem.indexOf("-----BEGIN CERTIFICATE-----")));
  if (!certificate.checkPrivateKey(key)) {
    throw new Error(`${file}: the certificate is not of the key`);
  }
  if (at < certificate.validFromDate || at > certificate.validToDate) {
    throw new Error(
      `${file}: the certificate is for ${certificate.validFrom} to ${certificate.validTo}`,
    );
  }
  return { key, certificate };
}

/**
 * When the certificate of the key that signs documents ends; undefined where none was made yet. Throws where it signs
 * nothing.
 */
export function certificateEnd(config: Place, name: string, at: Date): Date | undefined {
  if (mayMakeKey(config) && !existsSync(fileOf(config))) return undefined;
  return readSigningKey(config, name, at).certificate.validToDate;
}

const mayMakeKey = ({ NODE_ENV, STATEMENT_KEY_FILE }: Place): boolean =>
  NODE_ENV !== "production" && STATEMENT_KEY_FILE === undefined;

/** Whole, or not there; of starts at once the first one's stays. */
function makeFile(file: string, name: string, at: Date): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const next = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(next, makeCertificate(name, at), { mode: 0o600, flag: "wx", flush: true });
    linkSync(next, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(next, { force: true });
  }
}
