import { brand } from "#brand";
import type { Language } from "#contract/refusals.ts";
import { notificationText } from "#server/platform/messages/notices/texts.ts";
import { groupOf } from "#server/platform/notifications/noticeGroups.ts";
import { manilaMoment } from "#server/platform/notifications/manilaMoment.ts";
import { mailSubjects, mailWords } from "./mailTexts.ts";

/** A notice as it stands in the portal, and whom it is told to. */
export type NoticeToMail = {
  kind: string;
  params: Record<string, string>;
  at: Date;
  firstName: string;
  language: Language;
};

/** The words of an e-mail: subject, plain text, and the same as HTML. */
export function writeMail(
  { kind, params, at, firstName, language }: NoticeToMail,
  written: ReadonlyMap<string, Record<Language, string>>,
): { subject: string; text: string; html: string } {
  const words = mailWords[language];
  const plain = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, withoutLinks(value)]),
  );
  const message = notificationText({ kind, params: plain }, language, written);
  const lines = [
    words.greeting(withoutLinks(firstName)),
    message,
    words.told(manilaMoment(at)),
    words.why,
    words.safe,
  ];
  const subject = mailSubjects[groupOf(kind)][language];
  return { subject, text: `${lines.join("\n\n")}\n`, html: asHtml({ subject, lines, language }) };
}

/**
 * What a stranger may have chosen (who sends money, a merchant, a device): in one line, and nothing that a mail
 * program would make a link of. An amount keeps its point.
 */
function withoutLinks(value: string): string {
  return value
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replaceAll(/:\/\/|@|www\./giu, " ")
    .replaceAll(/\.(?=\p{L})/gu, " ");
}

/** Words alone: nothing is fetched, so nobody learns when and where it is read. */
function asHtml(page: { subject: string; lines: readonly string[]; language: Language }): string {
  const [greeting = "", message = "", ...rest] = page.lines.map(onOneLine);
  const paragraphs = [
    `<p>${greeting}</p>`,
    `<p style="font-size:18px"><strong>${message}</strong></p>`,
    ...rest.map((line) => `<p>${line}</p>`),
  ];
  return [
    "<!doctype html>",
    `<html lang="${page.language}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(page.subject)}</title></head>`,
    '<body style="max-width:36rem;margin:0 auto;padding:16px;font:16px/1.5 system-ui,sans-serif">',
    ...paragraphs,
    "</body></html>",
    "",
  ].join("\n");
}

/** The hotline's number is never parted at the end of a line; copied, it is what is dialled. */
const onOneLine = (line: string): string =>
  escaped(line).replaceAll(brand.phone, `<span style="white-space:nowrap">${brand.phone}</span>`);

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
