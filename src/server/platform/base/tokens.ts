import { hash } from "node:crypto";
import type { Random } from "./random.ts";

/** 256 random bits as 43 characters of base64url: session tokens and cookies. */
export function makeToken(random: Random): string {
  return random.bytes(32).toString("base64url");
}

/** What is kept of a token. A fast hash is enough: 256 random bits cannot be guessed. */
export function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
