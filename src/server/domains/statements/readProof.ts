import { sql } from "kysely";
import type { FileAnswer } from "#contract/endpoint.ts";
import type { StatementProof } from "#contract/statementProof.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { once } from "#server/platform/pdf/once.ts";
import { leafHash, pathFrom, rootAbove } from "#server/platform/signing/merkle.ts";
import { Refusal } from "#server/refusal.ts";
import { ownAccount } from "#server/domains/history/accounts/ownAccount.ts";

type Sealed = { id: bigint; month: string; text: string; salt: Buffer; root: Buffer };
type Part = { block: number; after_id: bigint; last_id: bigint };

/**
 * By what whoever has it can tell that a statement of the caller's is one of those that were sealed: what it says, its
 * salt, and the way to its month's root. Refuses not_found, also before the month is sealed, and unavailable where the
 * way does not lead there.
 */
export async function readProof(
  app: App,
  caller: Caller,
  { accountNo, month }: { accountNo: string; month: string },
): Promise<FileAnswer> {
  const account = await ownAccount(app, caller, accountNo);
  const { rows } = await sql<Sealed>`
    select s.id, to_char(s.month, 'YYYY-MM') as month, statement_text(s) as text, s.salt, l.root
    from account_statement s
    join member_account a on a.id = s.account_id
    join statement_seal l on l.month = s.month
    where a.account_number = ${accountNo} and s.month = ${`${month}-01`}::date`.execute(app.db);
  const [sealed] = rows;
  if (sealed === undefined) throw new Refusal("not_found");
  const proof = await proofOf(app, sealed);
  const root = rootAbove(leafHash(sealed.salt, sealed.text), {
    position: proof.position,
    size: proof.leaves,
    path: proof.path.map((hash) => Buffer.from(hash, "hex")),
  });
  if (root?.equals(sealed.root) !== true) {
    app.log.error({ statement: String(sealed.id) }, "a statement is not what was sealed");
    throw new Refusal("unavailable");
  }
  return {
    name: `${account.name} - ${month} proof.json`,
    mediaType: "application/json",
    parts: once(Buffer.from(`${JSON.stringify(proof, null, 2)}\n`)),
  };
}

/** Its way up through its own part of the month's tree, and on over the roots of all parts. */
async function proofOf(app: App, { id, month, text, salt }: Sealed): Promise<StatementProof> {
  const { rows: parts } = await sql<Part & { leaves: number; root: Buffer }>`
    select b.block, b.after_id, b.last_id, b.leaves, b.root from statement_block b
    where b.month = ${`${month}-01`}::date order by b.block`.execute(app.db);
  const own = parts.find((part) => part.after_id < id && id <= part.last_id);
  if (own === undefined) throw new Error(`no part of ${month} has the statement ${id}`);
  const { rows: leaves } = await sql<{ id: bigint; leaf: Buffer }>`
    select s.id, s.leaf from account_statement s
    where s.id > ${own.after_id} and s.id <= ${own.last_id} and s.month = ${`${month}-01`}::date
    order by s.id`.execute(app.db);
  const place = leaves.findIndex((leaf) => leaf.id === id);
  const inPart = leaves.map(({ leaf }) => leaf);
  const roots = parts.map(({ root }) => root);
  const before = parts.slice(0, own.block).reduce((sum, part) => sum + part.leaves, 0);
  return {
    form: "statement proof 1",
    month,
    statement: text,
    salt: salt.toString("hex"),
    position: before + place,
    leaves: parts.reduce((sum, part) => sum + part.leaves, 0),
    path: [...pathFrom(inPart, place), ...pathFrom(roots, own.block)].map((hash) =>
      hash.toString("hex"),
    ),
  };
}
