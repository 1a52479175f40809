import { sql } from "kysely";
import type { App } from "#server/platform/app.ts";
import { LATE_SECONDS } from "./smsDelayed.ts";

/** Counts the texts that wait, and the codes among them that should have left: what wakes an operator. */
export async function measureSms(app: App): Promise<void> {
  const at = app.now();
  const { rows } = await sql<{ kind: string; waiting: bigint; overdue: bigint }>`
    select k.kind, count(t.id) as waiting,
      count(t.id) filter (where t.created_at <= ${at}::timestamptz - make_interval(secs => ${LATE_SECONDS})) as overdue
    from (values ('code'), ('notice')) as k (kind)
    left join text_message t on t.kind = k.kind and t.state in ('queued', 'in_doubt') and t.expires_at > ${at}
    group by k.kind
  `.execute(app.db);
  for (const { kind, waiting, overdue } of rows) {
    app.metrics.textsWaiting.set({ kind }, Number(waiting));
    if (kind === "code") app.metrics.codesOverdue.set(Number(overdue));
  }
}
