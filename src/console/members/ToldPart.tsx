import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile, MemberTold } from "#contract/staff/members.ts";
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
          <Notices notices={told.notices} />
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

/** What stands in the portal, and where else each went. */
function Notices({ notices }: Pick<MemberTold, "notices">) {
  const { told: texts } = useTexts("members");
  return (
    <>
      <SectionHead title={texts.notices} count={notices.length} />
      {notices.length === 0 ? (
        <EmptyState title={texts.noNotices} />
      ) : (
        <PlainTable
          caption={texts.notices}
          rows={notices}
          keyOf={({ id }) => id}
          columns={[
            { key: "text", head: texts.notice, cell: ({ text }) => text },
            { key: "at", head: texts.at, cell: ({ at }) => <Moment at={at} /> },
            {
              key: "read",
              head: texts.read,
              cell: ({ readAt }) => (readAt === null ? texts.notRead : <Moment at={readAt} />),
            },
            {
              key: "elsewhere",
              head: texts.elsewhere,
              cell: ({ email, push }) =>
                [
                  email === "" ? "" : texts.email(texts.mailStates[email] ?? email),
                  push === "" ? "" : texts.push[push],
                ]
                  .filter((words) => words !== "")
                  .join(". "),
            },
          ]}
        />
      )}
    </>
  );
}
