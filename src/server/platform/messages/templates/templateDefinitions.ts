import { formatPesosAscii } from "#common/money.ts";
import type { TemplateRules } from "#common/templateText.ts";
import { WITHDRAWAL_LIMIT_CEILING_CENTAVOS } from "#contract/cardIntents.ts";
import { LONGEST_PLAIN_NAME } from "#server/platform/messages/plainName.ts";
import type { Language } from "#contract/refusals.ts";
import {
  CODE_BEGINS,
  codeEnds,
  codeTexts,
  LONGEST_CODE_VALUES,
  LONGEST_TRANSFER_VALUES,
} from "#server/platform/messages/codeTexts.ts";
import { LONGEST_BRANCH } from "#server/platform/messages/tellCounterCode.ts";
import { LONGEST_CAUSE } from "#server/platform/messages/notices/cardUseTexts.ts";
import { LONGEST_LIMIT_NAME } from "#server/platform/messages/notices/limitTexts.ts";
import { LONGEST_WHEN, LONGEST_WHY } from "#server/platform/messages/notices/scheduleTexts.ts";
import { noticeTexts } from "#server/platform/messages/noticeTexts.ts";
import { notificationTexts } from "#server/platform/messages/notices/texts.ts";
import { LONGEST_SUM } from "#server/platform/messages/sumText.ts";
import type { TemplateChannel } from "#server/platform/messages/writtenText.ts";

/** A text that staff may word: what is shipped, and what any wording must keep. */
export type TemplateDefinition = {
  channel: TemplateChannel;
  name: string;
  shipped: Record<Language, string>;
  rules: Record<Language, TemplateRules>;
};

const LONGEST = { date: "Sep 30, 2026", refNo: "OT261121-0000000001", account: "0001" };
const LONGEST_NOTICE_VALUES: Record<string, string> = {
  ...LONGEST,
  amount: "₱999,999,999.99",
  total: "₱999,999,999.99",
  fee: "₱99,999.99",
  pesos: "PHP 999,999,999.99",
  bank: "The Hongkong and Shanghai Banking Corporation Limited, Philippine Branch",
  reason: "x".repeat(110),
  from: "your Cash Advance Storage Account ending in 9999",
  place: "Cash Advance Storage Account na nagtatapos sa 9999",
  out: "acct 9999",
  spot: "on your card",
  branch: "x".repeat(LONGEST_BRANCH),
  limit: formatPesosAscii(WITHDRAWAL_LIMIT_CEILING_CENTAVOS),
  moment: "Sep 30, 2026, 12:59 PM",
  merchant: "x".repeat(100),
  sender: "X".repeat(LONGEST_PLAIN_NAME),
  into: "Cash Advance Storage Account",
  office: "x".repeat(LONGEST_BRANCH),
  lastFour: "1234",
  cause: LONGEST_CAUSE,
  caseNo: "TC261121-0000000001",
  device: "Samsung Internet on Chromebook",
  returned: " PHP 150.00 is back in your account.",
  way: LONGEST_LIMIT_NAME,
  when: LONGEST_WHEN,
  why: LONGEST_WHY,
  loan: "Vehicle Loan (Brand New)",
  back: formatPesosAscii(1_000_099_98n),
};
/** Texts whose amount is said with the fee (sumText). */
const WITH_FEE: ReadonlySet<string> = new Set([
  "transfer_out",
  "transfer_out_returned",
  "transfer_out_unanswered",
  "transfer_out_not_sent",
]);
/** What they have to say at the most, on a phone and in the portal. */
const LONGEST_WITH_FEE: Record<Language, Record<string, string>> = {
  en: { amount: LONGEST_SUM.en, pesos: LONGEST_SUM.en },
  fil: { amount: LONGEST_SUM.fil, pesos: LONGEST_SUM.fil, spot: "acct 9999" },
};

/** Every text of the bank to its members that staff may word. */
export const templateDefinitions: readonly TemplateDefinition[] = [
  ...define("code", codeTexts),
  ...define("sms", noticeTexts),
  ...define("portal", notificationTexts),
];

/** The text by its name, if there is such a one. */
export function findTemplate(channel: string, name: string): TemplateDefinition | undefined {
  return templateDefinitions.find((one) => one.channel === channel && one.name === name);
}

function define(
  channel: TemplateChannel,
  texts: Record<string, Record<Language, string>>,
): TemplateDefinition[] {
  return Object.entries(texts).map(([name, shipped]) => ({
    channel,
    name,
    shipped,
    rules: {
      en: rulesOf({ channel, name }, shipped.en, "en"),
      fil: rulesOf({ channel, name }, shipped.fil, "fil"),
    },
  }));
}

/** A wording needs the placeholders of the shipped text: each carries what the member must be told. */
function rulesOf(
  { channel, name }: Pick<TemplateDefinition, "channel" | "name">,
  shipped: string,
  language: Language,
): TemplateRules {
  const isCode = channel === "code";
  return {
    placeholders: [...new Set([...shipped.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name))],
    begins: isCode ? CODE_BEGINS : "",
    ends: isCode ? codeEnds(name)[language] : "",
    isSms: channel !== "portal",
    longest: isCode ? longestOfCode(name, language) : longestOfNotice({ channel, name }, language),
  };
}

function longestOfCode(name: string, language: Language): Record<string, string> {
  return name === "transfer" ? LONGEST_TRANSFER_VALUES[language] : LONGEST_CODE_VALUES;
}

function longestOfNotice(
  { channel, name }: Pick<TemplateDefinition, "channel" | "name">,
  language: Language,
): Record<string, string> {
  return {
    ...LONGEST_NOTICE_VALUES,
    ...(channel === "sms" ? { merchant: "x".repeat(LONGEST_PLAIN_NAME) } : {}),
    ...(WITH_FEE.has(name) ? LONGEST_WITH_FEE[language] : {}),
  };
}
