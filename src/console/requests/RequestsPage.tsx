import { useMay } from "#console/api/me.ts";
import { paths } from "#console/paths.ts";
import type { Column } from "#console/table/columns.ts";
import { type List, ListScreen } from "#console/table/ListScreen.tsx";
import { listDownload, listRead } from "#console/table/listCalls.ts";
import { type Catalogue, useLanguage, useTexts } from "#console/texts/texts.ts";
import { REQUEST_KINDS } from "#contract/staff/requestPayloads.ts";
import {
  exportRequests,
  listRequests,
  REQUEST_STATES,
  type RequestSummary,
} from "#contract/staff/requests.ts";
import { buttonClass } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Link, useSearchParams } from "react-router";
import { bulkDecisions } from "./bulkDecisions.tsx";
import { RequestPreview } from "./RequestPreview.tsx";
import { kindText } from "./kindText.ts";
import { StateTag } from "./StateTag.tsx";
import { subjectText } from "./subjectText.ts";

type Texts = Catalogue["requests"];

const SHOWN = ["to_decide", "mine", "all"] as const;
const read = listRead(listRequests);
const fetchFile = listDownload(exportRequests);

/** What waits for a second person: those to decide first, one's own, and all. */
export function RequestsPage() {
  const texts = useTexts("requests");
  const operations = useTexts("operations");
  const language = useLanguage();
  const may = useMay();
  const shown = useShown();
  const list: List<RequestSummary> = {
    name: "requests",
    title: texts.title,
    // Whoever comes here has come to decide.
    read: (query, signal) => read({ show: "to_decide", ...query }, signal),
    ...(may("request.export") && {
      fetchFile: (query, onBytes) => fetchFile({ show: "to_decide", ...query }, onBytes),
    }),
    firstSort: "-madeAt",
    rowId: ({ id }) => id,
    rowName: (row) => `${kindText(row.kind, texts)}, ${subjectText(row, operations, language)}`,
    columns: columnsOf(texts, operations, language),
    actions: <Tabs />,
    filters: [
      {
        type: "choice",
        key: "show",
        label: texts.show,
        choices: SHOWN.map((value) => ({ value, label: texts.shown[value] })),
      },
      {
        type: "choice",
        key: "kind",
        label: texts.kind,
        choices: REQUEST_KINDS.map((value) => ({ value, label: kindText(value, texts) })),
      },
      {
        type: "choice",
        key: "state",
        label: texts.state,
        choices: REQUEST_STATES.map((value) => ({ value, label: texts.states[value] })),
      },
      { type: "text", key: "maker", label: texts.maker },
      { type: "text", key: "branch", label: texts.branch },
      { type: "days", fromKey: "from", toKey: "to", label: texts.madeAt },
    ],
    bulk: bulkDecisions(texts, shown === "mine"),
    preview: (row, onClose) => (
      <RequestPreview key={row.id} requestId={row.id} kind={row.kind} onClose={onClose} />
    ),
    previewElsewhere: (id, onClose) => <RequestPreview key={id} requestId={id} onClose={onClose} />,
  };
  return <ListScreen list={list} />;
}

/** Which of the three lists is open: whoever comes here has come to decide. */
function useShown(): string {
  const [params] = useSearchParams();
  return params.get("show") ?? "to_decide";
}

function Tabs() {
  const texts = useTexts("requests");
  const shown = useShown();
  return (
    <nav aria-label={texts.show} className="r-tabs">
      {SHOWN.map((value) => (
        <Link
          key={value}
          className={buttonClass({ small: true, look: shown === value ? "primary" : "secondary" })}
          aria-current={shown === value ? "page" : undefined}
          to={`${paths.requests}?show=${value}`}
        >
          {texts.shown[value]}
        </Link>
      ))}
    </nav>
  );
}

function columnsOf(
  texts: Texts,
  operations: Catalogue["operations"],
  language: string,
): readonly Column<RequestSummary>[] {
  return [
    {
      key: "what",
      head: texts.what,
      onCard: "name",
      cell: (row) => (
        <>
          {kindText(row.kind, texts)}
          <span className="meta t-under">{subjectText(row, operations, language)}</span>
        </>
      ),
    },
    {
      key: "branch",
      head: texts.branch,
      isMinor: true,
      cell: ({ branchName }) => branchName ?? texts.everyBranch,
    },
    { key: "maker", head: texts.maker, isMinor: true, cell: ({ maker }) => maker },
    {
      key: "madeAt",
      head: texts.madeAt,
      isSortable: true,
      cell: ({ madeAt }) => <DateText at={new Date(madeAt)} form="dayTime" language={language} />,
    },
    {
      key: "expiresAt",
      head: texts.expiresAt,
      isMinor: true,
      isSortable: true,
      cell: ({ expiresAt }) => (
        <DateText at={new Date(expiresAt)} form="dayTime" language={language} />
      ),
    },
    {
      key: "state",
      head: texts.state,
      onCard: "mark",
      cell: (row) => <StateTag request={row} />,
    },
  ];
}
