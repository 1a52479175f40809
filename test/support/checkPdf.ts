import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/**
 * What is wrong with the structure of a PDF of ours: each place in its table of objects has that object,
 * each object that is named is there, and no more. Where qpdf is on the machine, it has its say too.
 */
export function pdfMistakes(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes).toString("latin1");
  const table = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(file)?.[1] ?? Number.NaN);
  if (!file.slice(table).startsWith("xref\n0 "))
    return ["the table of objects is not where it is said"];
  const places = [...file.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map(([, at]) => Number(at));
  const mistakes = places.flatMap((at, index) =>
    file.startsWith(`${index + 1} 0 obj`, at) ? [] : [`object ${index + 1} is not at ${at}`],
  );
  const size = Number(/trailer\s*<<[^]*?\/Size (\d+)/.exec(file)?.[1]);
  if (size !== places.length + 1) mistakes.push(`the trailer counts ${size} objects`);
  const withoutStreams = file.replaceAll(/stream\n[^]*?\nendstream/g, "");
  for (const [, named] of withoutStreams.matchAll(/\b(\d+) 0 R\b/g)) {
    if (Number(named) > places.length) mistakes.push(`object ${named} is named and missing`);
  }
  return [...mistakes, ...sayOfQpdf(bytes)];
}

function sayOfQpdf(bytes: Uint8Array): string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), "paper-"));
  try {
    const file = path.join(folder, "paper.pdf");
    writeFileSync(file, bytes);
    const { error, status, stdout, stderr } = spawnSync("qpdf", ["--check", file], {
      encoding: "utf8",
    });
    return error !== undefined || status === 0 ? [] : [`${stdout}${stderr}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
