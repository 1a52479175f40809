import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { holds, readSignature, type Signature } from "#server/platform/signing/readSignature.ts";
import { readArguments } from "./start/readArguments.ts";
import { checkSeal, type Finding } from "./statement/checkSeal.ts";
import { readMonthsFile, readProofFile } from "./statement/readJson.ts";

// Says whether a PDF is a statement of ours, unchanged, and by which certificate; and with its proof and the months'
// records, whether its lines are the sealed ones. It asks no database and no running bank: what it needs are files that
// the bank published or the member has (docs/statements.md).

const USAGE = `npm run verify-statement -- FILE.pdf [--proof PROOF.json --months MONTHS.json] [--certificates PUBLISHED.pem]

PROOF.json is what the portal has beside the statement, MONTHS.json what the bank publishes under
/api/statements/months. With both, each thing that was looked at is told in a line.
PUBLISHED.pem holds the certificates that the bank published, present and former; without it, the one of
STATEMENT_KEY_FILE or, where that is not set, of DATA_DIR (.data). 0: all is right; 1: not; 2: not checked.`;
const { positionals, values } = readArguments(USAGE, () =>
  parseArgs({
    allowPositionals: true,
    options: {
      certificates: { type: "string" },
      proof: { type: "string" },
      months: { type: "string" },
    },
  }),
);
const [file] = positionals;

if (file === undefined || positionals.length > 1) fail("Name one file.");
else if ((values.proof === undefined) !== (values.months === undefined)) {
  fail("A proof is checked with the months' records: name both.");
} else if (existsSync(file)) check(file);
else fail(`There is no ${file}.`);

function check(name: string): void {
  const published = readCertificates();
  if (published === undefined) return;
  const paper = readFileSync(name);
  const seal = readSeal(paper, published);
  if (seal === undefined) return;
  const [verdict, signature] = judge(paper, published);
  console.log(verdict);
  if (signature !== undefined) {
    const { subject, issuer, fingerprint256, validFrom, validTo } = signature.certificate;
    console.log(`Signed by: ${oneLine(subject)} (vouched for by ${oneLine(issuer)})`);
    console.log(`Certificate, SHA-256: ${fingerprint256}\nFor: ${validFrom} to ${validTo}`);
  }
  // Lines of a paper that is not ours are not compared: it is not read at all.
  const findings = verdict.startsWith("OURS") ? seal() : [];
  for (const { words } of findings) console.log(words);
  const isRight = verdict.startsWith("OURS") && findings.every((finding) => finding.isRight);
  process.exitCode = isRight ? 0 : 1;
}

/** How the seal is checked; undefined where a file is missing or of another form, which it says. */
function readSeal(
  paper: Buffer,
  published: readonly X509Certificate[],
): (() => Finding[]) | undefined {
  if (values.proof === undefined || values.months === undefined) return () => [];
  const proof = readProofFile(values.proof);
  const sealed = readMonthsFile(values.months);
  if (proof === undefined) fail(`There is no proof in ${values.proof}.`);
  else if (sealed === undefined) fail(`There are no months in ${values.months}.`);
  else return () => checkSeal({ paper, proof, sealed, published });
  return undefined;
}

function judge(bytes: Buffer, published: readonly X509Certificate[]): [string, Signature?] {
  let signature: Signature | undefined;
  try {
    signature = readSignature(bytes);
  } catch {
    return ["NOT OURS: there is a signature, which cannot be read."];
  }
  if (signature === undefined) return ["NOT OURS: there is no signature in it."];
  const { raw } = signature.certificate;
  const isPublished = published.some((certificate) => certificate.raw.equals(raw));
  if (!holds(signature)) {
    const claimed = isPublished ? "one of ours" : "none of ours";
    return [`CHANGED: not what was signed. The certificate in it is ${claimed}.`, signature];
  }
  return isPublished
    ? ["OURS, and unchanged since it was signed.", signature]
    : [
        "NOT OURS: unchanged since it was signed, by a certificate that is none of ours.",
        signature,
      ];
}

/** Those that count as ours. Says what is missing where there is none. */
function readCertificates(): X509Certificate[] | undefined {
  const { STATEMENT_KEY_FILE, DATA_DIR } = process.env;
  const own = STATEMENT_KEY_FILE || path.join(DATA_DIR || ".data", "statement-key.pem");
  const place = values.certificates ?? own;
  const text = existsSync(place) ? readFileSync(place, "utf8") : "";
  const found = [...text.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)];
  if (found.length > 0) return found.map(([pem]) => new X509Certificate(pem));
  fail(`There is no certificate in ${place}.`);
  return undefined;
}

function fail(why: string): void {
  console.error(`${why}\n\n${USAGE}`);
  process.exitCode = 2;
}

/** Names of a certificate stand on a line each. */
function oneLine(names: string): string {
  return names.replaceAll("\n", ", ");
}
