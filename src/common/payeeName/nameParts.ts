/** A name taken apart for comparing: what is written in many ways is one thing here. */
export type NameParts = {
  /** Words of the name, in capitals without marks; particles are one with what follows them ('DELACRUZ'). */
  words: string[];
  /** How many of the words stand before a comma ('CRUZ, MARIA' has 1): those are the surname. */
  surnameWords: number;
  /** 'JR', 'SR', 'II' and so on; '' for none. */
  suffix: string;
};

const TITLES = new Set(["MR", "MRS", "MS", "DR", "DRA", "ATTY", "ENGR", "REV", "FR", "HON"]);
const SUFFIXES = new Map([
  ["JR", "JR"],
  ["JUNIOR", "JR"],
  ["SR", "SR"],
  ["SENIOR", "SR"],
  ["II", "II"],
  ["2ND", "II"],
  ["III", "III"],
  ["3RD", "III"],
  ["IV", "IV"],
  ["4TH", "IV"],
]);
/** What is written short, and in full. */
const SHORT = new Map([
  ["MA", "MARIA"],
  ["STA", "SANTA"],
  ["STO", "SANTO"],
]);
/** Never a name by themselves: they belong to the word behind them. */
const PARTICLES = new Set([
  "DE",
  "DEL",
  "DELA",
  "DELOS",
  "DELAS",
  "LA",
  "LOS",
  "LAS",
  "SAN",
  "SANTA",
  "SANTO",
  "DA",
  "DOS",
  "VAN",
  "VON",
]);
/** No longer one is looked at. */
const LONGEST = 280;

/** Takes a person's name apart. Never throws, whatever the text is. */
export function nameParts(name: string): NameParts {
  const [before = "", ...behind] = plain(name).split(",");
  const last = wordsOf(before);
  const rest = wordsOf(behind.join(" "), true);
  // 'MARIA CRUZ, JR' has its suffix behind the comma, and no surname before it.
  const surnameWords = rest.words.length > 0 ? last.words.length : 0;
  return {
    words: [...last.words, ...rest.words],
    surnameWords,
    suffix: last.suffix || rest.suffix,
  };
}

/** In capitals, without marks: 'Peña' is 'PENA'. */
export function plain(name: string): string {
  return name.slice(0, LONGEST).normalize("NFKD").replaceAll(/\p{M}/gu, "").toUpperCase();
}

/** Behind the comma a suffix may stand alone; elsewhere a name begins with no suffix. */
function wordsOf(text: string, isBehind = false): Pick<NameParts, "words" | "suffix"> {
  const written = text
    .replaceAll(/['’`]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !TITLES.has(word));
  let suffix = "";
  const kept = written.filter((word, place) => {
    const said = place > 0 || isBehind ? SUFFIXES.get(word) : undefined;
    suffix ||= said ?? "";
    return said === undefined;
  });
  return { words: joined(kept.map((word) => SHORT.get(word) ?? word)), suffix };
}

/** Particles become one with the word behind them; at the end, where nothing follows, they stay as they are. */
function joined(words: readonly string[]): string[] {
  const found: string[] = [];
  let held = "";
  for (const word of words) {
    if (PARTICLES.has(word)) {
      held += word;
      continue;
    }
    found.push(held + word);
    held = "";
  }
  return held === "" ? found : [...found, held];
}
