import { OtherPasswords } from "#server/db/prepareDatabase.ts";

const NAME = "StartProblem";

/** Something around the program is wrong; the text tells the person how to put it right. */
export function problem(...lines: string[]): Error {
  const error = new Error(lines.join("\n"));
  error.name = NAME;
  return error;
}

const CAUSES: [pattern: RegExp, sentence: string][] = [
  [/ENOSPC|no space left on device|53100/i, "The disk is full: free some space and start again."],
  [/EROFS|read-only file system/i, "The disk is read-only: choose another folder with DATA_DIR=…"],
  [
    /EACCES|EPERM|: Permission denied/,
    "This user may not read or write what the bank needs: choose another folder with DATA_DIR=… or give the files back with chown.",
  ],
  [
    /was edited after it was applied|is newer than this program|which is already applied|is not carried over/,
    "The data was made by another version of this program. With demo data: npm start -- --reset starts over.",
  ],
  [/holds demo data/, "Production takes a database of its own: see DATABASE_URL and DATA_DIR."],
  [/EADDRINUSE/, "A port is in use: choose others with PORT=… and SANDBOX_PORT=…"],
  [
    /ECONNREFUSED|ENOTFOUND|28P01|3D000|28000/,
    "The database does not answer as DATABASE_URL says: check its address, user, password and name.",
  ],
];

/** Whatever was thrown, as lines for a person: a plain cause first where one is known. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === NAME || error instanceof OtherPasswords) return error.message;
  const code = "code" in error ? String(error.code) : "";
  const words = error instanceof AggregateError ? error.errors.map(String).join("; ") : "";
  const cause = CAUSES.find(([pattern]) => pattern.test(`${code} ${error.message} ${words}`));
  return cause
    ? `${cause[1]}\n  (${error.message || words || code})`
    : (error.stack ?? error.message);
}
