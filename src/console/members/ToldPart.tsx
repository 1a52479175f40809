import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { toldRead } from "./memberReads.ts";
import { Moment } from "./Moment.tsx";
import { PartState } from "./PartState.tsx";

/** What the member was told: notices with their words, texts without. */
export function ToldPart({ file }: { file: MemberFile }) {
  const { told: texts } = useTexts("members");
  const read = useQuery(toldRead(file.memberGuid));
  return (
    <PartState read={read}>
      {(told) => (
        <>
          <SectionHead title={texts.notices} count={told.notices.length} />
          {told.notices.length === 0 ? (
            <EmptyState title={texts.noNotices} />
          ) : (
            <PlainTable
              caption={texts.notices}
              rows={told.notices}
              keyOf={({ id }) => id}
              columns={[
                { key: "text", head: texts.notice, cell: ({ text }) => text },
                { key: "at", head: texts.at, cell: ({ at }) => <Moment at={at} /> },
                {
                  key: "read",
                  head: texts.read,
                  cell: ({ readAt }) => (readAt === null ? texts.notRead : <Moment at={readAt} />),
                },
              ]}
            />
          )}
          <SectionHead title={texts.texts} count={told.texts.length} />
          <p className="sub">{texts.textsHint}</p>
          {told.texts.length === 0 ? (
            <EmptyState title={texts.noTexts} />
          ) : (
            <PlainTable
              caption={texts.texts}
              rows={told.texts}
              keyOf={({ purpose, at, to }) => `${purpose} ${at} ${to}`}
              columns={[
                {
                  key: "purpose",
                  head: texts.purpose,
                  cell: ({ purpose }) => <code>{purpose}</code>,
                },
                { key: "to", head: texts.to, cell: ({ to }) => to },
                { key: "at", head: texts.at, cell: ({ at }) => <Moment at={at} /> },
                {
                  key: "state",
                  head: texts.state,
                  cell: ({ state, reason }) => (
                    <>
                      {texts.states[state] ?? state} {reason !== "" && <code>{reason}</code>}
                    </>
                  ),
                },
              ]}
            />
          )}
        </>
      )}
    </PartState>
  );
}
