import type { IncomingHttpHeaders } from "node:http";
import type { StaffAction } from "#contract/staff/actions.ts";
import type { App, StaffCaller } from "#server/platform/app.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { cookieNames, readCookies } from "./cookies.ts";
import { bearerToken, type Credentials, readTokenAndCookie, sessionRefusal } from "./session.ts";

/** Where an action is allowed: in every branch, or in these. */
type Reach = "all" | bigint[];

/** Reads both halves of a staff session. Refuses as readCredentials does. */
export function readStaffCredentials(
  app: App,
  call: { headers: IncomingHttpHeaders; cookies: Record<string, string> },
): Credentials {
  return readTokenAndCookie(call.headers, call.cookies[cookieNames(app.config).staff]);
}

/**
 * Who of the staff holds these credentials, and what their roles allow now. `touch` counts as activity.
 * Refuses a session that is over; a member's token is one that nobody has here.
 */
export async function requireStaffSession(
  app: App,
  { tokenHash, cookieHash }: Credentials,
  touch: boolean,
): Promise<Omit<StaffCaller, "correlationId" | "language">> {
  const { STAFF_IDLE_SECONDS, SESSION_SECONDS } = app.config;
  const { rows } = await app.pool.query<{
    verdict: string;
    session_id: bigint;
    staff_id: bigint;
    username: string;
    full_name: string;
    person_key: string;
    office_id: bigint;
    grants: [StaffAction, string | null][];
  }>({
    name: "check_staff_session",
    text: "select * from check_staff_session($1, $2, $3, $4, $5, $6)",
    values: [tokenHash, cookieHash, app.now(), touch, STAFF_IDLE_SECONDS, SESSION_SECONDS],
  });
  const found = rows[0];
  if (found?.verdict !== "ok") throw sessionRefusal(found?.verdict ?? "invalid_token");
  return {
    sessionId: found.session_id,
    staffId: found.staff_id,
    username: found.username,
    fullName: found.full_name,
    personKey: found.person_key,
    officeId: found.office_id,
    ...rightsFrom(found.grants),
  };
}

/** Answers for each action where it is allowed; what is not granted is allowed nowhere. */
export function rightsFrom(
  grants: [StaffAction, string | null][],
): Pick<StaffCaller, "may" | "offices"> {
  const reaches = new Map<StaffAction, Reach>();
  for (const [action, office] of grants) {
    const former = reaches.get(action) ?? [];
    reaches.set(action, office === null || former === "all" ? "all" : [...former, BigInt(office)]);
  }
  const offices = (action: StaffAction): Reach => reaches.get(action) ?? [];
  return {
    offices,
    may: (action, officeId) => {
      const reach = offices(action);
      if (reach === "all") return true;
      return officeId === undefined
        ? reach.length > 0
        : officeId !== null && reach.includes(officeId);
    },
  };
}

/** Whose staff token a call brought, whatever cookie came with it. */
export async function findStaffToken(
  app: App,
  headers: IncomingHttpHeaders,
): Promise<{ username: string; object: string; isWhole: boolean } | undefined> {
  const token = bearerToken(headers);
  if (token === undefined) return undefined;
  const hash = sha256(token);
  const found = await app.db
    .selectFrom("staff_session")
    .innerJoin("staff", "staff.id", "staff_session.staff_id")
    .select(["staff_session.id", "staff_session.cookie_hash", "staff.username"])
    .where((is) => is.or([is("token_hash", "=", hash), is("previous_token_hash", "=", hash)]))
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const cookie = readCookies(headers)[cookieNames(app.config).staff] ?? "";
  return {
    username: found.username,
    object: `staff_session:${found.id}`,
    isWhole: found.cookie_hash.equals(sha256(cookie)),
  };
}
