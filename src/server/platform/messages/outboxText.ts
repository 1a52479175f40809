import { createCipheriv, createDecipheriv } from "node:crypto";
import { openWithAny } from "#server/platform/secrets/openWithAny.ts";
import { keysOf, type Secrets } from "#server/platform/secrets/secrets.ts";

/** A text message: who it is for, what it says, until when it is of use. */
export type TextToSend = { to: string; text: string; expiresAt: Date };

/**
 * A text as the outbox and the job queue keep it. `id` names the text for the gateway: made once, so
 * that however often the job runs it is one text. Number and words are inside `sealed`.
 */
export type SealedText = { id: string; sealed: string; expiresAt: string };

type Keys = {
  secrets: Pick<Secrets, "outboxKey" | "rotation">;
  random: { bytes: (length: number) => Buffer; uuid: () => string };
};

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text (AES-256-GCM) under the outbox key, bound to its id and expiry. */
export function sealText(app: Keys, { to, text, expiresAt }: TextToSend): SealedText {
  const id = app.random.uuid();
  const until = expiresAt.toISOString();
  const nonce = app.random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, app.secrets.outboxKey, nonce);
  cipher.setAAD(associatedData(id, until));
  const words = Buffer.concat([
    cipher.update(JSON.stringify({ to, text }), "utf8"),
    cipher.final(),
  ]);
  const sealed = Buffer.concat([nonce, words, cipher.getAuthTag()]).toString("base64url");
  return { id, sealed, expiresAt: until };
}

/** Opens a sealed text. Throws when it was changed, or sealed under a key that is not ours. */
export function openText({ secrets }: Pick<Keys, "secrets">, sealedText: SealedText): TextToSend {
  return openWithAny(keysOf(secrets, "outboxKey"), (key) => openUnder(key, sealedText));
}

function openUnder(key: Buffer, sealedText: SealedText): TextToSend {
  const bytes = Buffer.from(sealedText.sealed, "base64url");
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associatedData(sealedText.id, sealedText.expiresAt));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const words = Buffer.concat([
    decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ]);
  // Authenticated: these are the very bytes sealText wrote.
  const { to, text } = JSON.parse(words.toString("utf8")) as { to: string; text: string };
  return { to, text, expiresAt: new Date(sealedText.expiresAt) };
}

function associatedData(id: string, expiresAt: string): Buffer {
  return Buffer.from(`send_text:${id}:${expiresAt}`, "utf8");
}
