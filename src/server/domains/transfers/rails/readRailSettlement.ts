import type { App } from "#server/platform/app.ts";
import { STATEMENT_BYTES } from "#server/platform/gateways/rails/instapay.ts";
import {
  readStatement,
  type Statement,
  type WrongStatement,
} from "#server/platform/gateways/rails/statement.ts";
import type { Rail } from "#contract/transferKinds.ts";

export type RailSettlement =
  | ({ kind: "statement"; bytes: Buffer } & Statement)
  /** It cannot be read, is not the one requested, or does not add up. */
  | WrongStatement
  /** No answer; it may be requested again. */
  | { kind: "unknown"; reason: string };

/** What a rail settled for us on a day of Manila (camt.053), as it stands now, for the reconciliation. */
export async function readRailSettlement(
  app: App,
  rail: Rail,
  day: string,
): Promise<RailSettlement> {
  const answer = await app[rail].statement(day);
  if (answer.kind === "unknown") return answer;
  const of = { day, participant: app.config.RAIL_PARTICIPANT };
  const statement = readStatement(answer.bytes, STATEMENT_BYTES, of);
  return "kind" in statement ? statement : { kind: "statement", bytes: answer.bytes, ...statement };
}
