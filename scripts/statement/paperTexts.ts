import { inflateSync } from "node:zlib";

/** A text of a page and how far from its left edge it begins, in points. */
export type PaperText = { x: number; text: string };

/** What a PDF of ours says, read as a reader would: each font's codes by its own table of letters. */
export function paperTexts(bytes: Uint8Array): PaperText[] {
  const file = Buffer.from(bytes).toString("latin1");
  const objects = new Map(
    [...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, no = "", body = ""]) => [
      no,
      body,
    ]),
  );
  const fonts = new Map<string, Map<string, string>>();
  for (const [, name = "", no = ""] of file.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(no) ?? "")?.[1];
    fonts.set(name, lettersOf(streamOf(objects.get(table ?? "") ?? "")));
  }
  const said: PaperText[] = [];
  for (const body of objects.values()) {
    const page = streamOf(body);
    if (!page.includes(" Tf")) continue;
    let letters = new Map<string, string>();
    let x = 0;
    const parts = /\/(F\d+) [\d.]+ Tf|1 0 0 1 (-?[\d.]+) -?[\d.]+ Tm|\[(.*?)\] TJ/g;
    for (const [, font, from, shown] of page.matchAll(parts)) {
      if (font !== undefined) letters = fonts.get(font) ?? letters;
      else if (from !== undefined) x = Number(from);
      else said.push({ x, text: read(shown ?? "", letters) });
    }
  }
  return said;
}

function streamOf(body: string): string {
  const raw = /stream\n([\s\S]*?)\nendstream/.exec(body)?.[1];
  if (raw === undefined) return "";
  return body.includes("FlateDecode")
    ? inflateSync(Buffer.from(raw, "latin1")).toString("latin1")
    : raw;
}

/** '<0001>' is the first code of the first line of the font's table. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, from = "", list = ""] of table.matchAll(/<([\da-f]+)> <[\da-f]+> \[(.*?)\]/g)) {
    for (const [index, [, hex = ""]] of [...list.matchAll(/<([\da-f ]+)>/g)].entries()) {
      const code = (Number.parseInt(from, 16) + index).toString(16).padStart(4, "0");
      letters.set(code, Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le"));
    }
  }
  return letters;
}

const read = (shown: string, letters: Map<string, string>) =>
  [...shown.matchAll(/<([\da-f]+)>/g)]
    .flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? [])
    .map((code) => letters.get(code) ?? "?")
    .join("");
