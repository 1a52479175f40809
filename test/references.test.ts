import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** What is a reference by its name: of a transfer, a payment, a case, an application, a loan, a file. */
const NAME = String.raw`(?:\w+[?!]?\.)*(?:refNo|reference|caseNo|applicationNo|transactionId|loanNo)\b`;
const OR_DASH = String.raw`(?: (?:\|\||\?\?) "–")?`;

/** Where a screen shows what stands there as it is. */
const SHOWN = [
  ["a text of its own", String.raw`(?:^|[^=$\w])\{(?!texts\.|receipt\.)${NAME}${OR_DASH}\}`],
  [
    "a value or a cell",
    String.raw`\b(?:value|cell): (?:\([^)]*\) => )?(?:${NAME}|\x60[^\x60]*\$\{${NAME}\}.*)${OR_DASH}[,\s]*(?:\}|$)`,
  ],
  ["a fact", String.raw`\bfact\([\w.]+, ${NAME}${OR_DASH}\)`],
  ["a part of a choice", String.raw`(?:^\s*|\breturn )${NAME}${OR_DASH};?$`],
  [
    "a part of a text",
    String.raw`(?<lead>\w+=\{)?\b(?:\w*[tT]exts|receipt|report|words)(?:\.\w+)+\((?:[^()]|\([^()]*\))*${NAME}(?! ===)`,
  ],
  ["a line of a choice", String.raw`^\s*\{\x60.*\$\{${NAME}\}`],
  [
    "the title of a panel",
    String.raw`<(?:PreviewPanel|ReadPreview|PageHead|Dialog)[^>]*\btitle=\{[^}]*${NAME}(?![^>]*\b(?:reference|heading)=)`,
  ],
] as const;

/** What is heard or sent and not seen, and what has no room for more than letters. */
const OTHERWISE: readonly string[] = [
  // Of a failure: letters for the hotline, not one of ours.
  "texts.failedMeaning(reference)",
  "aria-label={texts.downloadOf(row.reference)}",
];

function screens(): string[] {
  return ["src/portal", "src/console"].flatMap((area) =>
    readdirSync(join(ROOT, area), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tsx") && !name.startsWith("texts/"))
      .map((name) => join(area, name)),
  );
}

/** 'src/…/X.tsx: a cell: cell: ({ refNo }) => refNo', for each reference that is shown in one piece. */
function ungrouped(name: string, text: string): string[] {
  return SHOWN.flatMap(([where, pattern]) =>
    [...text.matchAll(new RegExp(pattern, "gm"))]
      // Drawn by the component that groups.
      .filter(({ groups }) => groups?.["lead"] !== "text={")
      .map(([found]) => found.trim().replaceAll(/\s+/g, " "))
      .filter((found) => !OTHERWISE.some((other) => other.includes(found)))
      .map((found) => `${name}: ${where}: ${found}`),
  );
}

test("S174 every reference that a screen shows is shown in its groups", () => {
  const found = screens().flatMap((name) =>
    ungrouped(name, readFileSync(join(ROOT, name), "utf8")),
  );
  expect(found).toEqual([]);
});

test("S174 a reference that is shown in one piece is found, wherever it stands", () => {
  const planted = [
    `<span className="meta">{row.refNo}</span>`,
    `<b>{row.loanNo || "–"}</b>`,
    `cell: ({ refNo }) => refNo,`,
    "cell: ({ reason, reference }) => `${reason} ${reference}`,",
    `{ key: "ref", name: texts.reference, value: application.transactionId },`,
    `fact(texts.reference, kit.reference),`,
    `) : (\n    refNo\n  );`,
    `if (!may("loan.view")) return loanNo;`,
    `<p className="sub">{report.lead(details.refNo)}</p>`,
    `<PreviewPanel title={row.reference} onClose={onClose}>`,
    `<PageHead\n        title={refNo}\n        before={x}\n      />`,
  ];
  for (const piece of planted)
    expect([piece, ungrouped("x", piece).length > 0]).toEqual([piece, true]);
  const grouped = [
    `<Reference value={row.refNo} />`,
    `cell: ({ refNo }) => <Reference value={refNo} />,`,
    `<ReferenceIn text={report.lead(details.refNo)} value={details.refNo} />`,
    `<PreviewPanel title={row.reference} reference={row.reference} onClose={onClose}>`,
    `<Link key={row.refNo} to={generatePath(paths.transfer, { refNo })}>`,
    `<CasePreview caseNo={caseNo} onClose={onClose} />`,
  ];
  for (const piece of grouped) expect(ungrouped("x", piece)).toEqual([]);
});
