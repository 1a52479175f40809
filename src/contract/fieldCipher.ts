import { Aes256Gcm, HkdfSha256 } from "@hpke/core";
import { type Bytes, bytesOf, fromBase64Url, suite, toBase64Url } from "./hpke.ts";

/**
 * MFE1: the secret fields of a call, each encrypted on its own under a key of that call (HPKE, RFC
 * 9180, P-256), and answers encrypted back to the caller (as in RFC 9458). Every field is bound to
 * method, path, key, call, time and its name, so it means nothing anywhere else. A second wall behind
 * TLS for what records traffic, never in its place: it does not help against a changed page.
 */
const aead = new Aes256Gcm();
const hkdf = new HkdfSha256();

// Both ends have these; the shared configuration of the compiler knows neither end.
declare const crypto: {
  getRandomValues: (array: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  randomUUID: () => string;
};
declare const TextDecoder: new (
  label: "utf-8",
  options: { fatal: true; ignoreBOM: true },
) => { decode: (bytes: Uint8Array) => string };

const IV_BYTES = 12;
const TAG_BYTES = 16;
const NONCE_BYTES = 32;
/** Texts are padded to a multiple of this, so that the length of a password does not show. */
const PAD_BYTES = 32;

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

const INFO = bytesOf("portal mfe1 v1");

/** One call: what it is sent to, under which key, when. */
export type CallHeader = {
  kid: string;
  callId: string;
  /** Milliseconds since 1970, by the server's clock as the client knows it. */
  timestamp: string;
  encapsulated: string;
};

/** Where a call goes: 'POST', and the path below /api with its values filled in. */
export type CallTarget = { method: string; path: string };

/** What a client sends, and how it reads an encrypted answer. */
export type SealedCall = {
  /** For the X-MFE header. */
  header: string;
  /** The form body; empty when there are no fields. */
  body: string;
  openAnswer: (sealed: string) => Promise<string>;
};

/** What the server gets out of a call, and how it encrypts the answer. */
export type OpenedCall = {
  fields: Record<string, string>;
  sealAnswer: (text: string) => Promise<string>;
};

/** Encrypts the fields of one call to the key that GET /config named. */
export async function sealCall(
  call: CallTarget & {
    key: { kid: string; pub: string };
    fields: Record<string, string>;
    timestamp: number;
  },
): Promise<SealedCall> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(fromBase64Url(call.key.pub));
  const context = await suite.createSenderContext({ recipientPublicKey, info: INFO });
  const header: CallHeader = {
    kid: call.key.kid,
    callId: crypto.randomUUID(),
    timestamp: String(call.timestamp),
    encapsulated: toBase64Url(new Uint8Array(context.enc)),
  };
  const cipher = aead.createEncryptionContext(await exportSecret(context, "mfe1 request"));
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(call.fields)) {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = await cipher.seal(iv, pad(bytesOf(value)), fieldBinding(call, header, name));
    pairs.push(`${name}=${toBase64Url(concat(iv, new Uint8Array(sealed)))}`);
  }
  return {
    header: formatCallHeader(header),
    body: pairs.join("&"),
    openAnswer: (sealed) => openAnswer(context, header.callId, sealed),
  };
}

/** Opens a call. Throws, without saying why, when anything about it was changed. */
export async function openCall(
  call: CallTarget & {
    header: CallHeader;
    privateKey: PrivateKey;
    /** The form as it travelled. */
    sealedFields: ReadonlyMap<string, string>;
  },
): Promise<OpenedCall> {
  const context = await suite.createRecipientContext({
    recipientKey: call.privateKey,
    enc: fromBase64Url(call.header.encapsulated),
    info: INFO,
  });
  const cipher = aead.createEncryptionContext(await exportSecret(context, "mfe1 request"));
  const fields: Record<string, string> = {};
  for (const [name, value] of call.sealedFields) {
    const sealed = fromBase64Url(value);
    if (sealed.length < IV_BYTES + TAG_BYTES + PAD_BYTES) throw new Error("not a sealed field");
    const binding = fieldBinding(call, call.header, name);
    const opened = await cipher.open(sealed.slice(0, IV_BYTES), sealed.slice(IV_BYTES), binding);
    fields[name] = textOf(unpad(new Uint8Array(opened)));
  }
  return { fields, sealAnswer: (text) => sealAnswer(context, call.header.callId, text) };
}

const HEADER =
  /^mfe1;([A-Za-z0-9-]{1,40});([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12});(\d{13});([A-Za-z0-9_-]{87})$/;

/** Reads the X-MFE header; undefined when it is not exactly of the form. */
export function parseCallHeader(text: string): CallHeader | undefined {
  const [, kid, callId, timestamp, encapsulated] = HEADER.exec(text) ?? [];
  if (!kid || !callId || !timestamp || !encapsulated) return undefined;
  return { kid, callId, timestamp, encapsulated };
}

function formatCallHeader({ kid, callId, timestamp, encapsulated }: CallHeader): string {
  return `mfe1;${kid};${callId};${timestamp};${encapsulated}`;
}

/** An opened key pair of the server. */
export type PrivateKey = Awaited<ReturnType<typeof suite.kem.deserializePrivateKey>>;

/** A new key pair, both halves in base64url. */
export async function makeKeyPair(): Promise<{ pub: string; key: string }> {
  const pair = await suite.kem.generateKeyPair();
  return {
    pub: toBase64Url(new Uint8Array(await suite.kem.serializePublicKey(pair.publicKey))),
    key: toBase64Url(new Uint8Array(await suite.kem.serializePrivateKey(pair.privateKey))),
  };
}

/** Reads the private half that makeKeyPair made. */
export function readPrivateKey(key: string): Promise<PrivateKey> {
  return suite.kem.deserializePrivateKey(fromBase64Url(key));
}

type Context = { export: (label: Bytes, length: number) => Promise<ArrayBuffer> };

function exportSecret(context: Context, label: string): Promise<ArrayBuffer> {
  return context.export(bytesOf(label), 32);
}

async function sealAnswer(context: Context, callId: string, text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const cipher = await answerCipher(context, nonce);
  const sealed = await cipher.seal(new Uint8Array(IV_BYTES), bytesOf(text), answerBinding(callId));
  return `mfe1.${toBase64Url(nonce)}.${toBase64Url(new Uint8Array(sealed))}`;
}

async function openAnswer(context: Context, callId: string, sealed: string): Promise<string> {
  const [version, nonce = "", text = ""] = sealed.split(".");
  if (version !== "mfe1") throw new Error("not a sealed answer");
  const cipher = await answerCipher(context, fromBase64Url(nonce));
  const iv = new Uint8Array(IV_BYTES);
  return textOf(new Uint8Array(await cipher.open(iv, fromBase64Url(text), answerBinding(callId))));
}

/** The nonce makes the key new for each answer, so the IV may be constant. */
async function answerCipher(context: Context, nonce: Bytes) {
  const secret = await exportSecret(context, "mfe1 response");
  return aead.createEncryptionContext(
    await hkdf.extractAndExpand(nonce, secret, bytesOf("key"), 32),
  );
}

function fieldBinding({ method, path }: CallTarget, header: CallHeader, name: string): Bytes {
  return bytesOf(
    JSON.stringify(["mfe1", method, path, header.kid, header.callId, header.timestamp, name]),
  );
}

function answerBinding(callId: string): Bytes {
  return bytesOf(`mfe1 response ${callId}`);
}

/** ISO/IEC 7816-4: one 0x80, then zeros. */
function pad(bytes: Bytes): Bytes {
  const padded = new Uint8Array(Math.ceil((bytes.length + 1) / PAD_BYTES) * PAD_BYTES);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  return padded;
}

function unpad(padded: Bytes): Bytes {
  const end = padded.lastIndexOf(0x80);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error("bad padding");
  return padded.slice(0, end);
}

function concat(first: Bytes, second: Bytes): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
