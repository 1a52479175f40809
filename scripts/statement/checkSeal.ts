import { createHash, verify, type X509Certificate } from "node:crypto";
import type { SealedMonths, StatementProof } from "#contract/statementProof.ts";
import { leafHash, rootAbove } from "#server/platform/signing/merkle.ts";
import { paperDiffers } from "./paperDiffers.ts";
import { readSealedStatement } from "./sealedStatement.ts";

/** One thing that was looked at, in words, and whether it is as it should be. */
export type Finding = { isRight: boolean; words: string };

type Given = {
  paper: Buffer;
  proof: StatementProof;
  sealed: SealedMonths;
  /** Those that count as ours. */
  published: readonly X509Certificate[];
};

const RECORD =
  /^statements 1\nmonth (\d{4})-(\d\d)\nleaves (\d+)\nroot ([0-9a-f]{64})\nformer ([0-9a-f]{64})\nmade \S+Z\n$/;
const BEFORE_THE_FIRST = "0".repeat(64);

type MonthRecord = { month: string; no: number; leaves: number; root: string; former: string };

/** Whether the paper is what was sealed, and the seal is in the chain of the months' records that the bank signed. */
export function checkSeal({ paper, proof, sealed, published }: Given): Finding[] {
  const record = sealed.months.find(({ month }) => month === proof.month)?.record;
  return [
    checkLines(paper, proof),
    checkPath(proof, record === undefined ? undefined : readRecord(record)),
    checkSignature(sealed, proof.month, published),
    checkChain(sealed),
  ];
}

function checkLines(paper: Buffer, proof: StatementProof): Finding {
  const statement = readSealedStatement(proof.statement);
  if (statement === undefined || statement.month !== proof.month) {
    return wrong(
      "NOT THE SEALED LINES: what the proof says was sealed is no statement of its month.",
    );
  }
  const difference = paperDiffers(paper, statement);
  if (difference !== undefined) return wrong(`NOT THE SEALED LINES: ${difference}.`);
  const { length } = statement.lines;
  return right(
    `THE SEALED LINES: account, balances and ${length === 1 ? "the one line" : `all ${length} lines`} are as they were sealed.`,
  );
}

function checkPath(proof: StatementProof, record: MonthRecord | undefined): Finding {
  if (record === undefined) {
    return wrong(`NOT SEALED: there is no record of ${proof.month} among the months.`);
  }
  const root = rootAbove(leafHash(Buffer.from(proof.salt, "hex"), proof.statement), {
    position: proof.position,
    size: proof.leaves,
    path: proof.path.map((hash) => Buffer.from(hash, "hex")),
  });
  return root?.toString("hex") === record.root && proof.leaves === record.leaves
    ? right(
        `SEALED: it is one of the ${record.leaves} statements that the record of ${proof.month} is over.`,
      )
    : wrong(`NOT SEALED: it is none of the statements that the record of ${proof.month} is over.`);
}

function checkSignature(
  { months }: SealedMonths,
  month: string,
  published: readonly X509Certificate[],
): Finding {
  const own = months.find((each) => each.month === month);
  const certificate = published.find(
    ({ raw }) => createHash("sha256").update(raw).digest("hex") === own?.certificate,
  );
  if (own === undefined || certificate === undefined) {
    return wrong(`RECORD NOT OURS: no published certificate is that of the record of ${month}.`);
  }
  const signature = Buffer.from(own.signature, "base64");
  return verify("sha256", Buffer.from(own.record, "utf8"), certificate.publicKey, signature)
    ? right(`RECORD OURS: the record of ${month} is signed by a published certificate.`)
    : wrong(`RECORD CHANGED: the record of ${month} is not what was signed.`);
}

/** From the first month on, none left out: whoever kept an older list sees that no record was made anew. */
function checkChain({ months }: SealedMonths): Finding {
  let former = BEFORE_THE_FIRST;
  let before: MonthRecord | undefined;
  for (const { month, record: text } of months) {
    const record = readRecord(text);
    const follows = before === undefined || record?.no === before.no + 1;
    if (record?.month !== month || record.former !== former || !follows) {
      return wrong(`CHAIN BROKEN: the record of ${month} does not follow the one before.`);
    }
    former = createHash("sha256").update(text, "utf8").digest("hex");
    before = record;
  }
  return right(
    `CHAIN WHOLE: each of the ${months.length} records up to ${before?.month ?? "none"} has the hash of the one before.\n` +
      `Hash of the newest record: ${former}`,
  );
}

function readRecord(text: string): MonthRecord | undefined {
  const [found, year = "", month = "", leaves = "", root = "", former = ""] =
    RECORD.exec(text) ?? [];
  if (found === undefined) return undefined;
  const no = Number(year) * 12 + Number(month);
  return { month: `${year}-${month}`, no, leaves: Number(leaves), root, former };
}

const right = (words: string): Finding => ({ isRight: true, words });
const wrong = (words: string): Finding => ({ isRight: false, words });
