import type { Recipient } from "#contract/recipients.ts";

/** Whom money is sent to: of a saved recipient, of a transfer before, or of what the form has. */
export type Payee = Omit<Recipient, "id" | "lastUsedAt">;

/** What the member calls them, else whose account it is. */
export const nameOf = ({ nickname, accountName }: Pick<Recipient, "nickname" | "accountName">) =>
  nickname === "" ? accountName : nickname;

/** 'Maria L. Cordero' -> 'MC'; one letter for one word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = Array.from(words[0] ?? "")[0] ?? "";
  const last = words.length > 1 ? (Array.from(words.at(-1) ?? "")[0] ?? "") : "";
  return (first + last).toLocaleUpperCase("en");
}
