import { Who } from "#console/parts/Who.tsx";
import { ActionName } from "#console/parts/ActionName.tsx";
import { Pages } from "#console/table/Pages.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { placeOf, trailRead } from "./memberReads.ts";
import { Moment } from "./Moment.tsx";
import { PartState } from "./PartState.tsx";

/** The audit trail of this member, who looked at the file included. */
export function TrailPart({ file }: { file: MemberFile }) {
  const members = useTexts("members");
  const { trail: texts } = members;
  const audit = useTexts("audit");
  const [params, setParams] = useSearchParams();
  const read = useQuery(trailRead(file.memberGuid, placeOf(params)));
  return (
    <PartState read={read}>
      {({ rows, next, previous }) =>
        rows.length === 0 ? (
          <EmptyState title={texts.none} />
        ) : (
          <>
            <PlainTable
              caption={members.tabs.trail}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { key: "at", head: texts.at, cell: ({ at }) => <Moment at={at} /> },
                {
                  key: "who",
                  head: texts.who,
                  cell: ({ actorKind, actor }) => (
                    <>
                      <Who name={actor} />
                      <span className="meta t-under">{audit.actorKinds[actorKind]}</span>
                    </>
                  ),
                },
                {
                  key: "what",
                  head: texts.what,
                  cell: ({ action }) => <ActionName action={action} />,
                },
                { key: "detail", head: texts.detail, cell: ({ detail }) => detail || "–" },
              ]}
            />
            <Pages
              words={members}
              previous={previous}
              next={next}
              onTurn={(place) => setParams({ part: "trail", ...place })}
            />
          </>
        )
      }
    </PartState>
  );
}
