import { lastDayOf, manilaDate } from "#common/manila.ts";
import { formatPesos } from "#common/money.ts";
import { MARGIN } from "#server/platform/pdf/sheet.ts";
import { writtenDay } from "#server/platform/pdf/writtenDay.ts";
import { type PaperText, paperTexts } from "./paperTexts.ts";
import type { SealedStatement } from "./sealedStatement.ts";

/** Left of the amounts, where names that others chose may look like one. */
const AMOUNTS_FROM = MARGIN + 150;
const AMOUNT = /^\u2212?₱[\d,]+\.\d\d$/;
const DAY = /^\p{L}+\.? \d{1,2}, \d{4}$/u;

/**
 * Where a paper says something else than what was sealed, in a few words: its account, every day, every amount and
 * balance, in their order, and the reference of each line. Undefined where it says the same.
 */
export function paperDiffers(bytes: Uint8Array, sealed: SealedStatement): string | undefined {
  const texts = paperTexts(bytes);
  const { opening, moneyIn, moneyOut, closing, lines } = sealed;
  const account = sealed.account.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
  if (!texts.some(({ x, text }) => x === MARGIN && text.endsWith(` ${account}`))) {
    return "it is of another account";
  }
  const amounts = [
    opening,
    moneyIn,
    -moneyOut,
    closing,
    opening,
    ...lines.flatMap(({ amount, balance }) => [amount, balance]),
    closing,
  ].map(formatPesos);
  const shown = texts.filter(({ x, text }) => x > AMOUNTS_FROM && AMOUNT.test(text));
  const wrong = firstDifference(shown, amounts);
  if (wrong !== undefined) return wrong;
  const days = [
    `${sealed.month}-01`,
    ...lines.map(({ bookedAt }) => manilaDate(bookedAt)),
    lastDayOf(sealed.month),
  ];
  const written = texts.filter(({ x, text }) => x === MARGIN && DAY.test(text));
  const [inEnglish, inFilipino] = (["en", "fil"] as const).map((language) =>
    firstDifference(
      written,
      days.map((day) => writtenDay(day, language)),
    ),
  );
  if (inEnglish !== undefined && inFilipino !== undefined) return inEnglish;
  return missingReference(texts, lines);
}

function firstDifference(shown: readonly PaperText[], sealed: readonly string[]) {
  const most = Math.max(shown.length, sealed.length);
  for (let at = 0; at < most; at += 1) {
    const [here = "nothing", there = "nothing"] = [shown[at]?.text, sealed[at]];
    if (here !== there) return `it says ${here} where ${there} was sealed`;
  }
  return undefined;
}

/** They are shown in groups, and may go on in the next line. */
function missingReference(texts: readonly PaperText[], lines: SealedStatement["lines"]) {
  const shown = texts.map(({ text }) => text.replaceAll(/\s/g, "")).join("");
  let from = 0;
  for (const { reference } of lines) {
    const plain = reference.replaceAll(/\s/g, "");
    const at = shown.indexOf(plain, from);
    if (at < 0) return `it lacks the reference ${reference}`;
    from = at + plain.length;
  }
  return undefined;
}
