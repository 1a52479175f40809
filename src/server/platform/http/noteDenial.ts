import { sql } from "kysely";
import type { IncomingHttpHeaders } from "node:http";
import type { Endpoint } from "#contract/endpoint.ts";
import type { RefusalCode } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import { audit, sourceMark } from "#server/platform/audit/writeAudit.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { Refusal } from "#server/refusal.ts";
import { findToken } from "./session.ts";
import { findStaffToken } from "./staffSession.ts";

type DeniedCall = {
  app: App;
  headers: IncomingHttpHeaders;
  correlationId: string;
  source: string;
  rawParams: Record<string, string>;
};

/** So many of one member within a minute are no slip any more (docs/security.md S073). */
const ALARM_AT = 10;

/** The refusals that say: this is not yours. Every other no is an ordinary one. */
const DENIALS = new Set<RefusalCode>([
  "invalid_token",
  "token_error",
  "tampered",
  "not_found",
  "source_account_unknown",
  "destination_not_own_card",
  "not_your_role",
]);

/**
 * Counts, logs and, where a session was used, audits a call that reached for what is not the caller's
 * (docs/security.md S059, S066, S073): who, which route, which object, why. Never fails; the caller hears
 * the refusal either way. A token that nobody has is only counted and logged, as is what follows the
 * tenth denial of a minute, so that nobody can fill the audit.
 */
export async function noteDenial(
  call: DeniedCall,
  { method, path }: Pick<Endpoint, "method" | "path">,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Refusal)) return;
  if (!DENIALS.has(error.code) && error.reachedFor === undefined) return;
  if (error.code === "not_found" && namesNobody(call.rawParams)) return;
  const { app, correlationId, source } = call;
  const route = `${method} ${path}`;
  try {
    const token = await findHolder(app, call.headers);
    const reason =
      error.code === "invalid_token" && token !== undefined ? "half_a_session" : error.code;
    const actor = token?.isWhole ? token.name : "unknown";
    const object =
      error.reachedFor ?? (token?.isWhole === false ? token.object : objectOf(call.rawParams));
    app.metrics.deniedCalls.inc({ reason });
    app.log.warn({ correlationId, route, actor, object, reason, source }, "a call was denied");
    if (token === undefined) return;
    const inThisMinute = await transact(app.db, async (tx) => {
      const count = await countDenial(tx, token.name, app.now());
      if (count > ALARM_AT) return count;
      await audit(tx, {
        at: app.now(),
        actorKind: token.isWhole ? token.kind : "visitor",
        actor,
        action: "call_denied",
        object,
        correlationId,
        detail: { route, reason, source: sourceMark(app, source) },
      });
      return count;
    });
    if (inThisMinute !== ALARM_AT) return;
    app.metrics.denialAlarms.inc();
    app.log.error({ correlationId, [token.kind]: token.name, source }, "many denied calls");
  } catch (failure) {
    app.log.error({ err: failure, correlationId, route }, "a denial could not be noted");
  }
}

type Holder = { kind: "member" | "staff"; name: string; object: string; isWhole: boolean };

/** Whose token a call brought: a member's or one of the staff's. */
async function findHolder(app: App, headers: IncomingHttpHeaders): Promise<Holder | undefined> {
  const member = await findToken(app, headers);
  if (member !== undefined) return { kind: "member", name: member.memberGuid, ...member };
  const staff = await findStaffToken(app, headers);
  return staff && { kind: "staff", name: staff.username, ...staff };
}

/** A word where a guid belongs is the path of another call (/members/forgotPassword), and nobody's. */
function namesNobody({ guid }: Record<string, string>): boolean {
  return guid !== undefined && !/^[0-9A-Fa-f-]{36}$/.test(guid);
}

/** How many calls with this member's token were denied within the minute, this one included. */
async function countDenial(tx: Tx, memberGuid: string, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into throttle as t (scope, key, window_started_at, count)
      values ('denied', ${memberGuid}, ${at}, 1)
      on conflict (scope, key) do update set
        count = case when t.window_started_at <= ${at}::timestamptz - interval '1 minute' then 1 else t.count + 1 end,
        window_started_at = case when t.window_started_at <= ${at}::timestamptz - interval '1 minute'
          then excluded.window_started_at else t.window_started_at end
      returning count
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What each parameter of a path names. */
const NAMED: Record<string, string> = {
  refNo: "transfer",
  guid: "member",
  memberGuid: "member",
  staffId: "staff",
  requestId: "request",
};

/** What the path names. Text of unknown form goes into no record. */
function objectOf(rawParams: Record<string, string>): string {
  for (const [parameter, kind] of Object.entries(NAMED)) {
    const value = rawParams[parameter];
    if (value !== undefined) return `${kind}:${plain(value)}`;
  }
  return "none";
}

function plain(text: string): string {
  return /^[A-Za-z0-9-]{1,40}$/.test(text) ? text : "malformed";
}
