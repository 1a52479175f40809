import type { ComboboxOption } from "#ui/ComboboxField.tsx";

/** `alias` is the name under which people know the bank. */
type BankOption = ComboboxOption & { alias: string };

/**
 * The banks for what was typed, the best first: by name or short name, by initials ('bpi' for Bank of the
 * Philippine Islands), by the beginning of a word, by any part. Every word that was typed must be in it.
 */
export function searchBanks<Option extends BankOption>(
  banks: readonly Option[],
  text: string,
): readonly Option[] {
  const wanted = plain(text);
  const words = wanted.split(" ").filter((word) => word !== "");
  if (words.length === 0) return banks;
  return banks
    .map((bank) => ({ bank, rank: rankOf(bank, wanted, words) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ bank }) => bank);
}

const NOT_FOUND = 4;

function rankOf({ label, alias }: BankOption, wanted: string, words: readonly string[]): number {
  const name = plain(`${label} ${alias}`);
  if (name.startsWith(wanted) || plain(alias).startsWith(wanted)) return 0;
  if (initialsOf(label).startsWith(wanted)) return 1;
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 2;
  return words.every((word) => name.includes(word)) ? 3 : NOT_FOUND;
}

/** Small words have no initial: 'Bank of the Philippine Islands' is bpi. */
const initialsOf = (label: string) =>
  label
    .split(/[^\p{L}\d]+/u)
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => word[0]?.toLowerCase())
    .join("");

/** Whether every word that was typed is in the text, whatever their order, accents and capitals. */
export function hasWords(text: string, typed: string): boolean {
  const name = plain(text);
  return plain(typed)
    .split(" ")
    .every((word) => name.includes(word));
}

/** Without accents, capitals and punctuation: 'Banco de Oro, Inc.' -> 'banco de oro inc'. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, " ")
    .trim();
}
