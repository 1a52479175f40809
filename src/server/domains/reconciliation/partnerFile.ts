import { createHash } from "node:crypto";
import type { Centavos } from "#common/money.ts";
import type { ReconciliationSource } from "#contract/staff/reconciliation.ts";
import { type SettlementFault, settlementFaults } from "#contract/staff/settlementFaults.ts";
import { byRail, type Rail } from "#contract/transferKinds.ts";
import type { App } from "#server/platform/app.ts";
import { isDebit } from "#server/platform/gateways/rails/statementEntries.ts";
import { Refusal } from "#server/refusal.ts";
import { readRailSettlement } from "#server/domains/transfers/rails/readRailSettlement.ts";
import { inwardReferences } from "#server/domains/transfers/inward/inwardReferences.ts";
import type { Line } from "./matchLines.ts";

/** A partner's movements on a day in Manila. */
export type PartnerFile = { lines: Line[]; total: Centavos; sha256: string };

/** Reads the file of one partner, or answers why there is none. */
type ReadFile = (
  app: App,
  day: string,
) => Promise<
  | { kind: "lines"; lines: Line[] }
  | { kind: "absent" }
  | { kind: "wrong"; fault: SettlementFault }
  | { kind: "unknown" }
>;

const readers: Record<ReconciliationSource, ReadFile> = {
  issuer: async (app, day) => {
    const file = await app.issuer.settlementFile(day);
    if (file.kind !== "file") return file;
    const lines = file.lines.map(({ reference, accountNo, amount, at }) => ({
      reference,
      account: accountNo,
      amount,
      at,
    }));
    return { kind: "lines", lines };
  },
  ...byRail((rail) => (app, day) => readStatement(app, rail, day)),
};

/** Our position with a rail: a transfer of ours is money out of it, a return or another bank's transfer money in. */
async function readStatement(app: App, rail: Rail, day: string) {
  const statement = await readRailSettlement(app, rail, day);
  if (statement.kind === "wrong") return statement;
  if (statement.kind === "unknown") return { kind: "unknown" as const };
  const inward = await inwardReferences(app.db, rail, statement.entries);
  const lines = statement.entries.map(({ kind, amount, at, ...entry }) => ({
    reference: kind.startsWith("inward") ? inward(entry) : entry.refNo,
    account: "",
    amount: isDebit(kind) ? -amount : amount,
    at,
  }));
  return { kind: "lines" as const, lines };
}

/**
 * Fetches a partner's movements on a day that is over. Refuses settlement_absent when the partner has no such
 * file, settlement_wrong when the file is another one or does not add up, and settlement_unavailable while the
 * partner does not answer.
 */
export async function fetchFile(
  app: App,
  source: ReconciliationSource,
  day: string,
): Promise<PartnerFile> {
  const answer = await readers[source](app, day);
  if (answer.kind === "absent") throw new Refusal("settlement_absent");
  if (answer.kind === "wrong") {
    const { fault } = answer;
    app.log.warn({ source, day, fault }, "a partner's file is not taken");
    throw new Refusal("settlement_wrong", { values: { reason: settlementFaults[fault] } });
  }
  if (answer.kind === "unknown") throw new Refusal("settlement_unavailable");
  const { lines } = answer;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
  return { lines, total, sha256: hashOf(lines) };
}

/** The same lines are the same file, whatever the partner's formatting. */
function hashOf(lines: readonly Line[]): string {
  const hash = createHash("sha256");
  for (const { reference, account, amount, at, state = "" } of lines) {
    hash.update(`${JSON.stringify([reference, account, String(amount), at, state])}\n`);
  }
  return hash.digest("hex");
}
