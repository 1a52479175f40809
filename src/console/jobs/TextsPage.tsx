import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listRead } from "#console/table/listCalls.ts";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { getTexts, TEXT_STATES, type TextRow } from "#contract/staff/jobs.ts";
import { DateText } from "#ui/DateText.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { JobTabs } from "./JobTabs.tsx";

const KINDS = {
  queued: "neutral",
  in_doubt: "warn",
  handed_over: "info",
  delivered: "ok",
  failed: "bad",
  expired: "warn",
} as const;

/** What became of text messages; their words are nowhere. */
export function TextsPage() {
  const texts = useTexts("jobs");
  const language = useLanguage();
  const list: List<TextRow> = {
    name: "text_messages",
    title: texts.texts,
    lead: <JobTabs />,
    read: listRead(getTexts),
    firstSort: "-created",
    rowId: ({ id }) => id,
    rowName: ({ purpose, maskedNumber }) => `${purpose} ${maskedNumber}`,
    filters: [
      {
        type: "choice",
        key: "state",
        label: texts.state,
        choices: TEXT_STATES.map((value) => ({ value, label: texts.smsStates[value] })),
      },
      { type: "text", key: "purpose", label: texts.purpose },
    ],
    columns: [
      {
        key: "purpose",
        head: texts.purpose,
        onCard: "name",
        cell: ({ purpose, maskedNumber }) => (
          <>
            <code>{purpose}</code>
            <span className="meta t-under">{maskedNumber}</span>
          </>
        ),
      },
      {
        key: "state",
        head: texts.state,
        onCard: "mark",
        cell: ({ state }) => <StatusTag kind={KINDS[state]}>{texts.smsStates[state]}</StatusTag>,
      },
      {
        key: "reason",
        head: texts.gatewayReason,
        cell: ({ reason }) => <code>{reason || "–"}</code>,
      },
      { key: "attempts", head: texts.attempts, isFigure: true, cell: ({ attempts }) => attempts },
      {
        key: "created",
        head: texts.created,
        isSortable: true,
        cell: ({ createdAt }) => (
          <DateText at={new Date(createdAt)} form="dayTime" language={language} />
        ),
      },
    ],
  };
  return <ListScreen list={list} />;
}
