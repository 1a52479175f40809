import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { serverNow } from "#client/clock.ts";
import { ActButton } from "#console/parts/ActButton.tsx";
import { ageText } from "#console/parts/ageText.ts";
import { paths } from "#console/paths.ts";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { PreviewPanel } from "#console/table/PreviewPanel.tsx";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  getSafetyWatch,
  takeSafetyWatch,
  WATCH_OWNERS,
  type Watched,
  WATCHED_FOR,
} from "#contract/staff/safetyWatch.ts";
import { DateText } from "#ui/DateText.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { generatePath, Link } from "react-router";

type Texts = Catalogue["members"]["watch"];

/** Accounts that may be in other hands: since when, why, and who looks after them. */
export function SafetyWatchPage() {
  const { watch: texts } = useTexts("members");
  const language = useLanguage();
  const list: List<Watched> = {
    name: "safety_watch",
    title: texts.title,
    read: listRead(getSafetyWatch),
    firstSort: "at",
    rowId: ({ id }) => id,
    rowName: ({ member }) => member,
    columns: columnsOf(texts, language),
    filters: [
      {
        type: "choice",
        key: "what",
        label: texts.what,
        choices: WATCHED_FOR.map((value) => ({ value, label: texts.kinds[value] })),
      },
      {
        type: "choice",
        key: "owner",
        label: texts.owner,
        choices: WATCH_OWNERS.map((value) => ({ value, label: texts.owners[value] })),
      },
      { type: "text", isPersonal: true, key: "member", label: texts.member },
    ],
    preview: (row, onClose) => <Preview key={row.id} row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function columnsOf(texts: Texts, language: string): readonly Column<Watched>[] {
  return [
    {
      key: "member",
      head: texts.member,
      onCard: "name",
      cell: ({ member, membershipNo }) => (
        <>
          {member}
          <span className="meta t-under">{membershipNo}</span>
        </>
      ),
    },
    {
      key: "what",
      head: texts.what,
      onCard: "mark",
      cell: ({ what }) => (
        <StatusTag kind={what === "reported" || what === "refused" ? "bad" : "warn"}>
          {texts.kinds[what]}
        </StatusTag>
      ),
    },
    { key: "detail", head: texts.detail, cell: (row) => detailOf(texts, row) },
    {
      key: "at",
      head: texts.since,
      isSortable: true,
      isMinor: true,
      cell: ({ at }) => <DateText at={new Date(at)} form="dayTime" language={language} />,
    },
    {
      key: "age",
      head: texts.age,
      cell: ({ at }) => ageText((serverNow() - Date.parse(at)) / 1000),
    },
    {
      key: "owner",
      head: texts.owner,
      isMinor: true,
      cell: ({ owner }) => owner ?? texts.nobody,
    },
  ];
}

function detailOf(texts: Texts, { what, detail }: Watched): string {
  if (what === "refused") return texts.refused(Number(detail));
  if (what === "closed") return detail === "" ? "–" : detail;
  return texts.by[detail] ?? detail;
}

function Preview({ row, onClose }: { row: Watched; onClose: () => void }) {
  const { watch: texts } = useTexts("members");
  const language = useLanguage();
  const may = useMay();
  const { memberGuid } = row;
  return (
    <PreviewPanel title={row.member} onClose={onClose}>
      <KeyValueList
        isTight
        rows={[
          { key: "what", name: texts.what, value: texts.kinds[row.what] },
          { key: "detail", name: texts.detail, value: detailOf(texts, row) },
          {
            key: "since",
            name: texts.since,
            value: <DateText at={new Date(row.at)} form="dayTime" language={language} />,
          },
          { key: "branch", name: texts.branch, value: row.branchName || "–" },
          { key: "owner", name: texts.owner, value: row.owner ?? texts.nobody },
          ...(may("member.view")
            ? [
                {
                  key: "file",
                  name: texts.file,
                  value: (
                    <Link to={generatePath(paths.member, { memberGuid })}>{row.membershipNo}</Link>
                  ),
                },
              ]
            : []),
        ]}
      />
      {may("safety_watch.work") && (
        <div className="form-actions">
          <ActButton
            act={() => call(takeSafetyWatch, { body: { id: row.id } })}
            done={texts.takeDone}
          >
            {texts.take}
          </ActButton>
        </div>
      )}
    </PreviewPanel>
  );
}
