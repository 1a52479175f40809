import { createHash, sign, X509Certificate } from "node:crypto";
import { sql } from "kysely";
import { brand } from "#brand";
import type { SealedMonths } from "#contract/statements.ts";
import type { App } from "#server/platform/app.ts";
import { readSigningKey } from "#server/platform/signing/statementKey.ts";

type Row = {
  month: string;
  record: string;
  certificate: Buffer | null;
  signature: Buffer | null;
};

/**
 * The records of all months that are sealed, oldest first, each signed, and whose certificates they were signed with.
 * A record is signed when it is first asked for, by the processes that have the key; without one, those that are
 * signed are told.
 */
export async function sealedMonths(app: App): Promise<SealedMonths> {
  let rows = await readRecords(app);
  const unsigned = rows.filter(({ signature }) => signature === null);
  if (unsigned.length > 0 && (await signRecords(app, unsigned))) rows = await readRecords(app);
  const certificates = new Map<string, string>();
  const months = [];
  for (const { month, record, certificate, signature } of rows) {
    if (certificate === null || signature === null) break;
    const fingerprint = createHash("sha256").update(certificate).digest("hex");
    if (!certificates.has(fingerprint)) {
      certificates.set(fingerprint, new X509Certificate(certificate).toString());
    }
    months.push({
      month,
      record,
      certificate: fingerprint,
      signature: signature.toString("base64"),
    });
  }
  return { months, certificates: [...certificates.values()] };
}

async function readRecords(app: App): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select to_char(s.month, 'YYYY-MM') as month, statement_seal_text(s) as record, g.certificate, g.signature
    from statement_seal s left join statement_seal_signature g on g.month = s.month
    order by s.month`.execute(app.db);
  return rows;
}

/** False where there is nothing to sign with. Of two who sign at once, the first one's signature is the one. */
async function signRecords(app: App, rows: readonly Row[]): Promise<boolean> {
  try {
    const at = app.now();
    const { key, certificate } = readSigningKey(app.config, brand.provider, at);
    await app.db
      .insertInto("statement_seal_signature")
      .values(
        rows.map(({ month, record }) => ({
          month: `${month}-01`,
          certificate: certificate.raw,
          signature: sign("sha256", Buffer.from(record, "utf8"), key),
          made_at: at,
        })),
      )
      .onConflict((conflict) => conflict.column("month").doNothing())
      .execute();
    return true;
  } catch (error) {
    app.log.error({ err: error }, "records of months cannot be signed");
    return false;
  }
}
