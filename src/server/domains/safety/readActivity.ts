import { sql } from "kysely";
import { ACTIVITY_PAGE, type Activity, type ActivityPage } from "#contract/activity.ts";
import type { App, Caller } from "#server/platform/app.ts";
import { sourceMark } from "#server/platform/audit/writeAudit.ts";

const YEARS_SHOWN = 5;

type Row = {
  id: bigint;
  at: Date;
  kind: Activity["kind"];
  doer: Activity["doer"];
  about: string;
  times: number;
  browser: string;
  system: string;
  source_mark: string | null;
  is_of_member: boolean;
};

/**
 * What happened to the safety of the caller's account, newest first, from `before` on: a page by the key, however
 * far back. Of where it came from it is told whether that is the network that asks, another from which the member
 * has signed in, or neither.
 */
export async function readActivity(
  app: App,
  { memberId }: Caller,
  { source, before }: { source: string; before: string | undefined },
): Promise<ActivityPage> {
  const { rows } = await sql<Row>`
    select a.id, a.at, a.kind, a.doer, a.about, a.times, a.browser, a.system, a.source_mark,
      has_signed_in_from(a.member_id, a.source_mark) as is_of_member
    from member_activity a
    where a.member_id = ${memberId} and a.id < ${before ?? "9223372036854775807"}::bigint
      and a.at > ${app.now()}::timestamptz - make_interval(years => ${YEARS_SHOWN})
    order by a.id desc limit ${ACTIVITY_PAGE + 1}`.execute(app.db);
  const here = sourceMark(app, source);
  return {
    rows: rows.slice(0, ACTIVITY_PAGE).map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      kind: row.kind,
      doer: row.doer,
      about: row.about,
      times: row.times,
      browser: row.browser,
      system: row.system,
      place: placeOf(row, here),
    })),
    hasMore: rows.length > ACTIVITY_PAGE,
  };
}

function placeOf({ source_mark: mark, is_of_member: isKnown }: Row, here: string) {
  if (mark === null) return "unknown";
  if (mark === here) return "here";
  return isKnown ? "known" : "other";
}
