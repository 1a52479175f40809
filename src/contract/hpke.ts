import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";

/** RFC 9180, base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. */
export const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

// Both ends have these; the shared configuration of the compiler knows neither end.
declare const TextEncoder: new () => { encode: (text: string) => Uint8Array<ArrayBuffer> };
declare const btoa: (binary: string) => string;
declare const atob: (base64: string) => string;

export type Bytes = Uint8Array<ArrayBuffer>;

/** A text as UTF-8. */
export function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Accepts exactly what toBase64Url makes: a second spelling of the same bytes is a change. */
export function fromBase64Url(text: string): Bytes {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  if (toBase64Url(bytes) !== text) throw new Error("not base64url");
  return bytes;
}
