import { Reference } from "#ui/Reference.tsx";
import { ageText } from "#console/parts/ageText.ts";
import { paths } from "#console/paths.ts";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { serverNow } from "#client/clock.ts";
import {
  APPLICATION_QUEUES,
  APPLICATION_STAGES,
  type ApplicationRow,
  CARD_KINDS,
  exportCardApplications,
  listCardApplications,
} from "#contract/staff/cards.ts";
import { DateText } from "#ui/DateText.tsx";
import { Link, useSearchParams } from "react-router";
import { ApplicationPreview } from "./ApplicationPreview.tsx";
import "./cards.css";
import { StageTag } from "./tags.tsx";

type Texts = Catalogue["cards"];

/** Applications for cards, queue by queue, the longest waiting first. */
export function ApplicationsPage() {
  const texts = useTexts("cards");
  const language = useLanguage();
  const choices = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
    values.map((value) => ({ value, label: names[value] }));
  const list: List<ApplicationRow> = {
    name: "card_applications",
    title: texts.applications,
    lead: <QueueTabs />,
    read: listRead(listCardApplications),
    fetchFile: listDownload(exportCardApplications),
    firstSort: "requestedAt",
    rowId: ({ id }) => id,
    rowName: ({ member, reference }) => `${member}, ${reference}`,
    columns: columnsOf(texts, language),
    filters: [
      {
        type: "choice",
        key: "show",
        label: texts.show,
        choices: choices(APPLICATION_QUEUES, texts.queues),
      },
      {
        type: "choice",
        key: "kind",
        label: texts.kind,
        choices: choices(CARD_KINDS, texts.kindNames),
      },
      {
        type: "choice",
        key: "stage",
        label: texts.stage,
        choices: choices(APPLICATION_STAGES, texts.stages),
      },
      { type: "text", key: "branch", label: texts.branch },
      { type: "text", isPersonal: true, key: "member", label: texts.anyOf },
      { type: "days", fromKey: "from", toKey: "to", label: texts.requested },
      { type: "numbers", fromKey: "minDays", toKey: "maxDays", label: texts.daysWaiting },
    ],
    preview: (row, onClose) => <ApplicationPreview key={row.id} row={row} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

function QueueTabs() {
  const texts = useTexts("cards");
  const [params] = useSearchParams();
  const shown = params.get("show") ?? "open";
  return (
    <nav aria-label={texts.show} className="k-tabs">
      {APPLICATION_QUEUES.map((value) => (
        <Link
          key={value}
          aria-current={shown === value ? "page" : undefined}
          to={`${paths.cardApplications}?show=${value}`}
        >
          {texts.queues[value]}
        </Link>
      ))}
    </nav>
  );
}

const LATE_DAYS = 3;
const DAY_SECONDS = 86_400;
const OPEN = ["sent", "review", "approved", "produced", "for_pickup", "handed_over"];

function columnsOf(texts: Texts, language: string): readonly Column<ApplicationRow>[] {
  return [
    {
      key: "member",
      head: texts.member,
      isSortable: true,
      onCard: "name",
      cell: ({ member, reference }) => (
        <>
          {member}
          <span className="meta t-under">
            <Reference value={reference} />
          </span>
        </>
      ),
    },
    {
      key: "kind",
      head: texts.kind,
      cell: ({ kind }) => <span className="k-word">{texts.kindNames[kind]}</span>,
    },
    {
      key: "branch",
      head: texts.branch,
      isMinor: true,
      cell: ({ branchName }) => branchName || "–",
    },
    {
      key: "requestedAt",
      head: texts.requested,
      isSortable: true,
      isMinor: true,
      cell: ({ requestedAt }) => (
        <DateText at={new Date(requestedAt)} form="dayTime" language={language} />
      ),
    },
    {
      key: "waiting",
      head: texts.waiting,
      isFigure: true,
      cell: ({ requestedAt, stage }) =>
        OPEN.includes(stage) ? <Waiting since={requestedAt} /> : "–",
    },
    {
      key: "stage",
      head: texts.stage,
      onCard: "mark",
      cell: ({ stage }) => <StageTag stage={stage} />,
    },
  ];
}

function Waiting({ since }: { since: string }) {
  const seconds = (serverNow() - new Date(since).getTime()) / 1000;
  const text = ageText(seconds);
  return seconds >= LATE_DAYS * DAY_SECONDS ? <b className="k-late">{text}</b> : text;
}
