import { lastDayOf } from "#common/manila.ts";
import { brand } from "#brand";
import { PAPER_CODE_BYTES, paperCode, printedPaperCode } from "#common/paperCode.ts";
import type { FileAnswer } from "#contract/endpoint.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { once } from "#server/platform/pdf/once.ts";
import { signPdf } from "#server/platform/signing/signPdf.ts";
import { readSigningKey, type SigningKey } from "#server/platform/signing/statementKey.ts";
import { Refusal } from "#server/refusal.ts";
import { accountStatement } from "#server/domains/history/accounts/makeAccountStatement.ts";
import { ownAccount } from "#server/domains/history/accounts/ownAccount.ts";
import { movementsBetween } from "#server/domains/history/accounts/readMovements.ts";
import type { drawStatement } from "#server/domains/history/statement/drawStatement.ts";
import { MOST_ENTRIES } from "#server/domains/history/statement/readStatement.ts";
import { paperCodeHash } from "./checkPaper.ts";
import { statementsOf } from "./readStatements.ts";

/**
 * One month's statement of an account of the caller's as a signed PDF, made once in each language and kept: the figures
 * that were kept, and the lines between its two marks in the ledger, as of the moment it was made. Refuses not_found, statement_too_long beyond 2,000 entries,
 * busy when too many documents are being made, and unavailable where lines and figures do not agree
 * or there is no key to sign with.
 */
export async function drawMonth(
  app: App,
  caller: Caller,
  { accountNo, month, origin }: { accountNo: string; month: string; origin: string },
): Promise<FileAnswer> {
  const account = await ownAccount(app, caller, accountNo);
  const kept = await statementsOf(app, accountNo)
    .where("s.month", "=", `${month}-01`)
    .executeTakeFirst();
  if (kept === undefined) throw new Refusal("not_found");
  if (kept.entries > MOST_ENTRIES) throw new Refusal("statement_too_long");
  const { language } = caller;
  const name = `${account.name} - ${month}.pdf`;
  const answer = (bytes: Uint8Array) => ({
    name,
    mediaType: "application/pdf",
    parts: once(bytes),
  });
  const former = await readFile(app, kept.id, language);
  if (former !== undefined) return answer(former);
  const key = signingKey(app);
  return app.pdf.inTurn(caller.memberGuid, async (draw) => {
    const marks = [
      { after: kept.after_posting_id, last: kept.last_posting_id },
      { after: kept.after_fixed_posting_id, last: kept.last_fixed_posting_id },
    ];
    const moved = await movementsBetween(app, account, marks, MOST_ENTRIES + 1);
    const { statement } = accountStatement(app, account, {
      from: `${month}-01`,
      to: lastDayOf(month),
      language,
      opening: kept.opening_centavos,
      closing: kept.closing_centavos,
      moved,
    });
    const code = paperCode(app.random.bytes(PAPER_CODE_BYTES));
    const drawn = await draw<typeof drawStatement>("statement", {
      ...statement,
      language,
      at: kept.made_at,
      signed: { at: app.now(), code: printedPaperCode(code), checkedAt: `${origin}/verify` },
    });
    return answer(await keepFile(app, { id: kept.id, language, code }, await signPdf(drawn, key)));
  });
}

function signingKey(app: App): SigningKey {
  try {
    return readSigningKey(app.config, brand.provider, app.now());
  } catch (error) {
    app.log.error({ err: error }, "statements cannot be signed");
    throw new Refusal("unavailable");
  }
}

type Language = Caller["language"];

async function readFile(app: App, id: bigint, language: Language): Promise<Buffer | undefined> {
  const file = await app.db
    .selectFrom("account_statement_file")
    .select("bytes")
    .where("statement_id", "=", id)
    .where("language", "=", language)
    .executeTakeFirst();
  return file?.bytes;
}

/** Keeps the document. Where another call was first, its document is the one. */
async function keepFile(
  app: App,
  { id, language, code }: { id: bigint; language: Language; code: string },
  bytes: Buffer,
): Promise<Buffer> {
  await app.db
    .insertInto("account_statement_file")
    .values({
      statement_id: id,
      language,
      bytes,
      code_hash: paperCodeHash(code),
      made_at: app.now(),
    })
    .onConflict((conflict) => conflict.columns(["statement_id", "language"]).doNothing())
    .execute();
  return (await readFile(app, id, language)) ?? bytes;
}
