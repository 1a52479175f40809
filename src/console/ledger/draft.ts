import type { JournalLine } from "./journalLines.ts";

/** A half-written entry: it outlives a reload and a look at another page, in this tab and for one person. */
export type Draft = {
  reference: string;
  narrative: string;
  reason: string;
  lines: readonly JournalLine[];
};

const keyOf = (username: string) => `journal-draft:${username}`;

/** What this person left half-written in this tab; undefined for nothing, or what cannot be read. */
export function keptDraft(username: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(username));
    // Only keepDraft writes there.
    return text === null ? undefined : (JSON.parse(text) as Draft);
  } catch {
    return undefined;
  }
}

/** Keeps what is written so far. */
export function keepDraft(username: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(username), JSON.stringify(draft));
  } catch {
    // Without storage a draft ends with the page.
  }
}

/** The entry was asked for, or is no longer wanted. */
export function forgetDraft(username: string): void {
  try {
    sessionStorage.removeItem(keyOf(username));
  } catch {
    // Nothing was kept.
  }
}
