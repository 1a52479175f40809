import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { useIsWide } from "#console/layout/useIsWide.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import { LIST_PAGE_ROWS, type ListPage } from "#contract/staff/list.ts";
import type { ListName } from "#contract/staff/views.ts";
import { Button } from "#ui/Button.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { BulkBar } from "./BulkBar.tsx";
import type { BulkAction } from "./bulkAction.ts";
import type { Column } from "./columns.ts";
import { DataTable } from "./DataTable.tsx";
import { ExportButton } from "./ExportButton.tsx";
import { FilterBar } from "./FilterBar.tsx";
import type { Filter } from "./filters.ts";
import { ListFoot } from "./ListFoot.tsx";
import { RowCards } from "./RowCards.tsx";
import { SavedViews } from "./SavedViews.tsx";
import { SortChoice } from "./SortChoice.tsx";
import "./table.css";
import { TableSkeleton } from "./TableSkeleton.tsx";
import { type ListState, useListState } from "./useListState.ts";
import { useRowKeys } from "./useRowKeys.ts";
import { useSelection } from "./useSelection.ts";

type Query = Record<string, string>;

/** A list of the console: what it reads and how it shows. */
export type List<Row> = {
  /** Names what was read, and the views of this list. */
  name: ListName;
  title: string;
  /** Below the title: the way to its neighbours, what the rows are of. */
  lead?: ReactNode;
  /** Usually listRead(endpoint). */
  read: (query: Query, signal?: AbortSignal) => Promise<ListPage<Row>>;
  /** Usually listDownload(endpoint); without it there is no file. */
  fetchFile?: (query: Query, onBytes: (bytes: number) => void) => Promise<Failure | undefined>;
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  /** The order of the server when none is asked for. */
  firstSort: string;
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  /** The panel of the open row: a PreviewPanel. */
  preview?: (row: Row, onClose: () => void) => ReactNode;
  /** The panel of a row that a link opened and that this page of the list does not have. */
  previewElsewhere?: (id: string, onClose: () => void) => ReactNode;
  bulk?: readonly BulkAction<Row>[];
  /** Further buttons beside the title. */
  actions?: ReactNode;
};

/** A whole screen of a list: views, filters, table or cards, pages, panel, file and bulk actions. */
export function ListScreen<Row>({ list }: { list: List<Row> }) {
  const state = useListState(list.filters);
  const isWide = useIsWide();
  const sort = state.get("sort") ?? list.firstSort;
  const onSort = (next: string) => state.change({ sort: next });
  const { fetchFile } = list;
  return (
    <div className="t-screen">
      <div className="t-head">
        <PageHead
          title={list.title}
          actions={
            <div className="t-actions">
              {list.actions}
              {fetchFile && (
                <ExportButton fetchFile={(onBytes) => fetchFile(state.kept, onBytes)} />
              )}
            </div>
          }
        />
        {list.lead}
        <SavedViews list={list.name} state={state} />
      </div>
      <div className="t-bar">
        <FilterBar filters={list.filters} state={state} />
        {!isWide && <SortChoice columns={list.columns} sort={sort} onSort={onSort} />}
      </div>
      <ListRows list={list} state={state} sort={sort} onSort={onSort} />
    </div>
  );
}

function ListRows<Row>(props: {
  list: List<Row>;
  state: ListState;
  sort: string;
  onSort: (sort: string) => void;
}) {
  const { list, state, sort, onSort } = props;
  const { name, title, columns, rowId, rowName, bulk = [] } = list;
  const isWide = useIsWide();
  const queries = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  const page = useQuery({ ...pageRead(list, state.query), placeholderData: keepPreviousData });
  const rows = page.data?.rows ?? [];
  const selection = useSelection(rows.map(rowId));
  const isPickable = isWide && bulk.length > 0;
  // While the next page is on its way, what shows is the last one: it leads nowhere.
  const shown = page.isPlaceholderData ? undefined : page.data;
  const turn = turns(shown, state, rows.length);
  usePageAhead(list, shown?.next ?? null, state.kept);
  useRowKeys(frame, state, isPickable ? selection : undefined, turn);
  const panel = usePanel(list, state, page.data && rows);
  const shared = {
    caption: title,
    columns,
    rows,
    rowId,
    rowName,
    frame,
    openId: state.openId,
    isStale: page.isPlaceholderData,
    onOpen: (id: string) => state.open(id === state.openId ? undefined : id),
    selection: isPickable ? selection : undefined,
  };
  return (
    <div className="t-split">
      <div className="t-list">
        {isPickable && (
          <BulkBar
            rows={rows.filter((row) => selection.ids.has(rowId(row)))}
            rowId={rowId}
            rowName={rowName}
            actions={bulk}
            selection={selection}
            onDone={() => void queries.invalidateQueries({ queryKey: ["list", name] })}
          />
        )}
        {page.isPending && <TableSkeleton columns={columns.length} />}
        {!page.isPending && page.data === undefined && (
          <LoadFailed error={page.error} onRetry={() => void page.refetch()} />
        )}
        {page.data !== undefined && rows.length === 0 && <NothingHere state={state} />}
        {rows.length > 0 && isWide && <DataTable {...shared} sort={sort} onSort={onSort} />}
        {rows.length > 0 && !isWide && <RowCards {...shared} />}
        {page.data !== undefined && (
          <ListFoot
            first={state.first}
            shown={rows.length}
            total={page.data.total}
            onPrevious={turn.previous}
            onNext={turn.next}
          />
        )}
      </div>
      {panel}
    </div>
  );
}

/** The panel of the open row; where a link led to a row that is not on this page, its own. */
function usePanel<Row>(list: List<Row>, state: ListState, rows: readonly Row[] | undefined) {
  // A row that leaves the list takes its panel with it; what a link opened stays.
  const [linkedId] = useState(state.openId);
  const close = () => state.open(undefined);
  const open = rows?.find((row) => list.rowId(row) === state.openId);
  if (open !== undefined) return list.preview?.(open, close);
  const isLinked = linkedId !== undefined && state.openId === linkedId;
  return isLinked && rows !== undefined ? list.previewElsewhere?.(linkedId, close) : undefined;
}

const pageRead = <Row,>(list: List<Row>, query: Query) => ({
  queryKey: ["list", list.name, query],
  queryFn: ({ signal }: { signal: AbortSignal }) => list.read(query, signal),
});

/** The page after this one is read before anybody asks for it. */
function usePageAhead<Row>(list: List<Row>, next: string | null, kept: Query): void {
  const queries = useQueryClient();
  const ahead = next === null ? undefined : JSON.stringify({ ...kept, after: next });
  useEffect(() => {
    // Written a line above.
    if (ahead) void queries.prefetchQuery(pageRead(list, JSON.parse(ahead) as Query));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a list is made anew at each drawing; its name is the same
  }, [queries, list.name, ahead]);
}

type Turn = { next: (() => void) | undefined; previous: (() => void) | undefined };

function turns<Row>(page: ListPage<Row> | undefined, state: ListState, shown: number): Turn {
  const { next, previous } = page ?? { next: null, previous: null };
  const first = state.first - LIST_PAGE_ROWS;
  return {
    next: next === null ? undefined : () => state.goTo({ after: next }, state.first + shown),
    previous:
      previous === null
        ? undefined
        : () => state.goTo(first <= 1 ? undefined : { before: previous }, Math.max(1, first)),
  };
}

function NothingHere({ state }: { state: ListState }) {
  const texts = useTexts("table");
  if (!state.isFiltered) return <EmptyState title={texts.nothing} />;
  return (
    <EmptyState
      title={texts.nothingFiltered}
      action={
        <Button small onClick={() => state.show("")}>
          {texts.clearFilters}
        </Button>
      }
    />
  );
}
