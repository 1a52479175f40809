import { expect, test } from "vitest";
import { gsmLength, toGsm } from "#common/gsm.ts";
import { formatPesosAscii } from "#common/money.ts";
import { REPEATS } from "#common/scheduleDays.ts";
import { fillTemplate, templateProblems } from "#common/templateText.ts";
import type { Language } from "#contract/refusals.ts";
import { TRANSFER_KIND_NAMES, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { LONGEST_SUM, sumText, sumTextAscii } from "./sumText.ts";
import { atMost, codeTexts, scheduledPayee } from "./codeTexts.ts";
import { shortDay } from "#server/platform/notifications/noticeDay.ts";
import { whenTexts } from "./notices/scheduleTexts.ts";
import {
  payeeTexts,
  shopTexts,
  shopWord,
  shortPayeeTexts,
  sourceTexts,
} from "./notices/transferTexts.ts";
import { templateDefinitions } from "./templates/templateDefinitions.ts";

const languages: Language[] = ["en", "fil"];
const all = templateDefinitions.flatMap((definition) =>
  languages.map((language) => ({
    name: `${definition.channel} ${definition.name} in ${language}`,
    channel: definition.channel,
    template: definition.shipped[language],
    rules: definition.rules[language],
    text: fillTemplate(definition.shipped[language], definition.rules[language].longest),
  })),
);
const texts = all.filter(({ channel }) => channel !== "portal");

test.each(all)("S051 $name keeps the rules that staff's wordings must keep", (one) => {
  expect(templateProblems(one.template, one.rules)).toEqual([]);
});

test.each(all.filter(({ name }) => name.endsWith(" in fil")))(
  "S146 $name calls a page what the page is called in Filipino",
  ({ template }) => {
    expect(template).not.toMatch(/Card Settings|Transaction History|My Loans|Transfer Funds/);
  },
);

test.each(texts)(
  "S051 $name is one message, has no link, and is sent as it is written",
  ({ text }) => {
    expect(toGsm(text)).toBe(text);
    expect(gsmLength(text)).toBeLessThanOrEqual(160);
    expect(text).not.toMatch(/https?:|www\.|\.(com|ph|test|net|org)\b|[{}]/);
  },
);

test.each(texts.filter(({ channel }) => channel === "code"))(
  "S051 $name begins with the code and says who may hear it: nobody, or the teller alone",
  ({ name, text }) => {
    expect(text).toMatch(/^999999 /);
    expect(text).toMatch(
      name.startsWith("code cash_withdrawal ")
        ? /Tell it only to the teller there\.$|Sabihin lang sa teller doon\.$/
        : /Never share it\.$|Huwag itong ibigay kaninuman\.$/,
    );
  },
);

test("S051 each text differs from every other, in purpose and in language", () => {
  expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
});

test.each(languages)(
  "S051 S155 S390 whoever a transfer is to, now or by a schedule, its code is one message in %s",
  (language) => {
    const greatest = formatPesosAscii(999_999_999_99n);
    for (const kind of TRANSFER_KIND_NAMES) {
      const { arrives, fee, fromAccount, leaves, rail } = TRANSFER_KINDS[kind];
      // What leaves an account names it; the card goes without saying.
      const source = sourceTexts("9999")[language];
      const isNamed = leaves === "account" || fromAccount !== null;
      const from = isNamed ? ` ${source}` : "";
      const payee = `${payeeTexts[arrives]("9999")[language]}${from}`;
      // What goes over no rail costs nothing.
      const isFree = fee === null || rail === null;
      const amount = isFree ? greatest : LONGEST_SUM[language];
      const values = { code: "999999", amount, payee };
      const said = [values];
      for (const repeats of REPEATS) {
        const to = shortPayeeTexts[arrives]("9999");
        const left = { en: `${to.en}${from}`, fil: `${to.fil}${from}` };
        const text = scheduledPayee(left, whenTexts[repeats](shortDay("2026-09-30")))[language];
        said.push({ ...values, amount: atMost(greatest)[language], payee: text });
      }
      for (const each of said) {
        const text = fillTemplate(codeTexts.transfer[language], each);
        expect(gsmLength(text), text).toBeLessThanOrEqual(160);
      }
    }
  },
);

test.each(languages)(
  "S365 a shop's name of any length leaves its code one message in %s",
  (language) => {
    const shop = shopTexts(shopWord("W".repeat(99)))[language];
    const payee = `${shop} ${sourceTexts("9999")[language]}`;
    const amount = formatPesosAscii(999_999_99n);
    const text = fillTemplate(codeTexts.transfer[language], { code: "999999", amount, payee });
    expect(gsmLength(text), text).toBeLessThanOrEqual(160);
  },
);

test("S155 both figures are told where there is a fee, and no fee where there is none", () => {
  expect(sumTextAscii({ amount: 137_25n, fee: 10_00n })).toEqual({
    en: "PHP 137.25 and a fee of 10.00 (147.25 in all)",
    fil: "PHP 137.25 at bayad na 10.00 (147.25 lahat)",
  });
  expect(sumText({ amount: 137_25n, fee: 10_00n }).en).toBe(
    "₱137.25 and a fee of ₱10.00 (₱147.25 in all)",
  );
  expect(sumTextAscii({ amount: 137_25n, fee: 0n })).toEqual({
    en: "PHP 137.25",
    fil: "PHP 137.25",
  });
});
