/**
 * A text in lines that are no wider than `width`, broken at spaces, and inside a word only where one alone
 * is too wide. Nothing is left out.
 */
export function wrap(text: string, width: number, widthOf: (part: string) => number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const parts = widthOf(word) <= width ? [word] : pieces(word, width, widthOf);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? "";
  }
  return [...lines, line];
}

function pieces(word: string, width: number, widthOf: (part: string) => number): string[] {
  const parts: string[] = [];
  let part = "";
  for (const letter of word) {
    if (part !== "" && widthOf(part + letter) > width) {
      parts.push(part);
      part = "";
    }
    part += letter;
  }
  return [...parts, part];
}
