import { ActionName } from "#console/parts/ActionName.tsx";
import { read } from "#console/api/queries.ts";
import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { type AuditEventRow, getAuditEvent } from "#contract/staff/audit.ts";
import { formatDate } from "#ui/DateText.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";

/** One event, whole: who, what, its figures as they were written, and its seal. */
export function AuditPanel({ row, onClose }: { row: AuditEventRow; onClose: () => void }) {
  const texts = useTexts("audit");
  const language = useLanguage();
  const event = useQuery({
    queryKey: ["auditEvent", row.id],
    queryFn: ({ signal }) => read(getAuditEvent, { params: { eventId: row.id } }, signal),
  });
  const moment = (at: string) => formatDate(new Date(at), "dayTime", language);
  const seal = event.data?.result.seal;
  return (
    <PreviewPanel title={texts.event(row.id)} onClose={onClose}>
      <KeyValueList
        isTight
        rows={[
          { key: "at", name: texts.at, value: moment(row.at) },
          { key: "actor", name: texts.actor, value: <code>{row.actor}</code> },
          { key: "kind", name: texts.actorKind, value: texts.actorKinds[row.actorKind] },
          { key: "action", name: texts.action, value: <ActionName action={row.action} /> },
          { key: "object", name: texts.object, value: <code>{row.object}</code> },
          { key: "correlation", name: texts.correlationId, value: row.correlationId },
          ...(event.data === undefined
            ? []
            : [
                {
                  key: "seal",
                  name: texts.seal,
                  value: seal
                    ? texts.sealed(seal.position, moment(seal.sealedAt))
                    : texts.notSealed,
                },
              ]),
        ]}
      />
      {event.isPending && (
        <Loading>
          <Skeleton width="80%" />
        </Loading>
      )}
      {event.isError && <LoadFailed error={event.error} onRetry={() => void event.refetch()} />}
      {event.data !== undefined && <Figures detail={event.data.result.detail} />}
    </PreviewPanel>
  );
}

function Figures({ detail }: { detail: Record<string, unknown> }) {
  const texts = useTexts("audit");
  const figures = Object.entries(detail);
  return (
    <section aria-label={texts.figures}>
      <h3>{texts.figures}</h3>
      {figures.length === 0 && <p className="sub">{texts.noFigures}</p>}
      {figures.length > 0 && (
        <KeyValueList
          isTight
          rows={figures.map(([key, value]) => ({
            key,
            name: <code>{key}</code>,
            value: <code>{written(value)}</code>,
          }))}
        />
      )}
    </section>
  );
}

function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
