/** What a statement says, as it was sealed (statement_text of the database); amounts in centavos. */
export type SealedStatement = {
  account: string;
  /** 'yyyy-MM' */
  month: string;
  opening: bigint;
  moneyIn: bigint;
  moneyOut: bigint;
  closing: bigint;
  lines: readonly SealedLine[];
};

type SealedLine = { bookedAt: Date; amount: bigint; balance: bigint; reference: string };

const HEAD =
  /^statement 1\naccount (\S+)\nmonth (\d{4}-\d\d)\nopening (\d+)\nin (\d+)\nout (\d+)\nclosing (\d+)\nlines (\d+)$/;
const LINE =
  /^line (\d+) \d+ \d+ (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) \d{4}-\d\d-\d\d (-?\d+) (\d+) \S+ \S+ (.+)$/;
const HEAD_LINES = 8;

/** Reads it; undefined where it is of another form, or its lines do not lead from its opening to its closing balance. */
export function readSealedStatement(text: string): SealedStatement | undefined {
  const parts = text.split("\n");
  const head = HEAD.exec(parts.slice(0, HEAD_LINES).join("\n"));
  if (head === null || parts.pop() !== "") return undefined;
  const [, account = "", month = "", ...figures] = head;
  const [opening = 0n, moneyIn = 0n, moneyOut = 0n, closing = 0n, count = 0n] = figures.map(BigInt);
  const lines = parts.slice(HEAD_LINES).map((part, index) => readLine(part, index + 1));
  if (BigInt(lines.length) !== count) return undefined;
  let [balance, came, went] = [opening, 0n, 0n];
  for (const line of lines) {
    if (line === undefined) return undefined;
    balance += line.amount;
    if (line.amount > 0n) came += line.amount;
    else went -= line.amount;
    if (line.balance !== balance) return undefined;
  }
  if (balance !== closing || came !== moneyIn || went !== moneyOut) return undefined;
  const whole = lines.filter((line) => line !== undefined);
  return { account, month, opening, moneyIn, moneyOut, closing, lines: whole };
}

function readLine(text: string, no: number): SealedLine | undefined {
  const found = LINE.exec(text);
  if (found === null || found[1] !== String(no)) return undefined;
  const [, , at = "", amount = "", balance = "", reference = ""] = found;
  return { bookedAt: new Date(at), amount: BigInt(amount), balance: BigInt(balance), reference };
}
