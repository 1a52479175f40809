import { gsmLength, ONE_MESSAGE, toGsm } from "./gsm.ts";

/** What a text of the bank must keep, whoever words it. */
export type TemplateRules = {
  /** Each must stand in the text; no other may. */
  placeholders: readonly string[];
  /** What it begins and ends with, word for word. */
  begins: string;
  ends: string;
  /** A text message: letters of the GSM alphabet, and one message with the longest values. */
  isSms: boolean;
  /** The longest value that each placeholder can have. */
  longest: Readonly<Record<string, string>>;
};

export type TemplateProblem =
  | { kind: "missing" | "unknown"; placeholder: string }
  | { kind: "begins" | "ends"; text: string }
  | { kind: "empty" | "too_long" | "letters" | "link" | "braces" };

/** Longest notice in the portal. */
export const NOTICE_LENGTH = 400;
const PLACEHOLDER = /\{(\w+)\}/g;
/** A text that asks to tap is what a thief would send (BSP M-2022-015). */
const LINK = /https?:|www\.|\.(?:com|ph|net|org|test|ly|io|me|link)\b/i;

/** Fills in the values. A placeholder without one stays as it is. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole);
}

/** Everything that keeps the text from being used; empty when it may. */
export function templateProblems(text: string, rules: TemplateRules): TemplateProblem[] {
  const used = new Set([...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name));
  const problems: TemplateProblem[] = [];
  if (text.trim() === "") problems.push({ kind: "empty" });
  for (const placeholder of rules.placeholders) {
    if (!used.has(placeholder)) problems.push({ kind: "missing", placeholder });
  }
  for (const placeholder of used) {
    if (!rules.placeholders.includes(placeholder)) problems.push({ kind: "unknown", placeholder });
  }
  if (/[{}]/.test(text.replaceAll(PLACEHOLDER, ""))) problems.push({ kind: "braces" });
  if (!text.startsWith(rules.begins)) problems.push({ kind: "begins", text: rules.begins });
  if (!text.endsWith(rules.ends)) problems.push({ kind: "ends", text: rules.ends });
  if (LINK.test(text)) problems.push({ kind: "link" });
  const filled = fillTemplate(text, rules.longest);
  if (rules.isSms && toGsm(filled) !== filled) problems.push({ kind: "letters" });
  const length = rules.isSms ? placesOf(filled) : filled.length;
  if (length > (rules.isSms ? ONE_MESSAGE : NOTICE_LENGTH)) problems.push({ kind: "too_long" });
  return problems;
}

/** Places that a text takes in the GSM alphabet, as it will be sent. */
export function placesOf(filled: string): number {
  return gsmLength(toGsm(filled)) ?? filled.length;
}

/** Messages that so many places take: one of 160, or parts of 153. */
export function segmentsOf(places: number): number {
  return places <= ONE_MESSAGE ? 1 : Math.ceil(places / 153);
}
