import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import type { ActivityKind } from "#contract/activity.ts";
import type { DeviceWords } from "#contract/deviceName.ts";
import type { Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import { sourceMark } from "#server/platform/audit/writeAudit.ts";
import { browserWords } from "#server/platform/http/browserWords.ts";

/** What a call tells of where it comes from: what the browser says of itself, and the mark of its network. */
export type Seen = DeviceWords & { sourceMark: string };

/** The same of a session of the member's: of its browser's last sign-in. */
type OfSession = { sessionId: bigint };

export function seenFrom(
  app: Pick<App, "secrets">,
  { headers, source }: { headers: IncomingHttpHeaders; source: string },
): Seen {
  return { ...browserWords(headers), sourceMark: sourceMark(app, source) };
}

export type NewActivity = {
  /** Undefined only where it is taken back: for a name that nobody has. */
  memberId: bigint | undefined;
  at: Date;
  kind: ActivityKind;
  /** 'office' is anybody of ours: who, only the audit trail says. 'unknown' is whoever it was, the member too. */
  doer: "member" | "office" | "bank" | "unknown";
  /** What it was about, by a name of ours that the portal has words for: the purpose of a code, a request's kind. */
  about?: string;
  from?: Seen | OfSession | undefined;
};

/** Several of these in a row, of one browser and network, are one line. */
const COUNTED: ReadonlySet<ActivityKind> = new Set<ActivityKind>([
  "sign_in_refused",
  "code_sent",
  "code_refused",
  "current_password_wrong",
]);

/**
 * Tells the member's own list of what happened to the safety of the account, in the transaction that made it
 * true. It stands beside the audit trail, which is for the bank: no name of staff and no reason of theirs goes in
 * here. Kept for five years (forgetOldActivity.ts).
 */
export async function noteActivity(
  tx: Tx,
  { memberId, at, kind, doer, about = "", from }: NewActivity,
): Promise<void> {
  const seen = from !== undefined && "sourceMark" in from ? from : undefined;
  const sessionId = from !== undefined && "sessionId" in from ? from.sessionId : null;
  const { browser = "", system = "", sourceMark: mark = null } = seen ?? {};
  await sql`select note_activity(${memberId ?? null}::bigint, ${at}, ${kind}, ${doer}, ${about},
    ${sessionId}::bigint, ${browser}, ${system}, ${mark}, ${COUNTED.has(kind)})`.execute(tx);
}
