import { useTexts } from "#console/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type ReactNode, type RefObject, useEffect } from "react";
import type { Column } from "./columns.ts";
import { RowBox } from "./RowBox.tsx";
import "./table.css";
import type { Selection } from "./useSelection.ts";

export type RowsProps<Row> = {
  /** What the rows are, for readers of screens. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** What a row is called in 'Open …' and 'Select …'. */
  rowName: (row: Row) => string;
  openId: string | undefined;
  onOpen: (id: string) => void;
  /** Without one nothing can be ticked. */
  selection: Selection | undefined;
  frame: RefObject<HTMLDivElement | null>;
};

/**
 * Rows in a real table: heads that stay in sight and order by a press, rows of one height, figures at the
 * right. A press anywhere on a row does what its button does.
 */
export function DataTable<Row>(
  props: RowsProps<Row> & { sort: string; onSort: (sort: string) => void; isStale: boolean },
) {
  const { columns, rows, rowId, rowName, openId, onOpen, selection, frame, sort } = props;
  const texts = useTexts("table");
  usePressOnRow(frame);
  return (
    <div className={classNames("t-frame", props.isStale && "t-stale")} ref={frame}>
      <table className="t-table">
        <caption className="sr">{props.caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="t-tick">
                <RowBox
                  label={texts.selectPage}
                  isOn={selection.isPageWhole}
                  isMixed={selection.ids.size > 0 && !selection.isPageWhole}
                  onToggle={selection.togglePage}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = rowId(row);
            const isOn = selection?.ids.has(id) ?? false;
            return (
              <tr
                key={id}
                className={classNames(isOn && "t-on", openId === id && "t-open")}
                aria-selected={selection && isOn ? true : undefined}
              >
                {selection && (
                  <td className="t-tick">
                    <RowBox
                      label={texts.select(rowName(row))}
                      isOn={isOn}
                      onToggle={(isRange) => selection.toggle(id, isRange)}
                    />
                  </td>
                )}
                {columns.map((column, index) => (
                  <td key={column.key} className={cellClass(column)}>
                    {index === 0 ? (
                      <OpenRow id={id} isOpen={openId === id} onOpen={() => onOpen(id)}>
                        {column.cell(row)}
                      </OpenRow>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const cellClass = ({ isFigure, isMinor }: { isFigure?: boolean; isMinor?: boolean }) =>
  classNames(isFigure && "t-figure", isMinor && "t-minor");

/** The button that stands for its row: keys move the focus from one to the next. */
export function OpenRow(props: {
  id: string;
  isOpen: boolean;
  onOpen: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="t-row"
      data-row={props.id}
      aria-expanded={props.isOpen}
      onClick={props.onOpen}
    >
      {props.children}
    </button>
  );
}

function Head<Row>(props: { column: Column<Row>; sort: string; onSort: (sort: string) => void }) {
  const { column, sort, onSort } = props;
  const { key, head, isSortable } = column;
  const order = sort === key ? "ascending" : sort === `-${key}` ? "descending" : undefined;
  return (
    <th
      scope="col"
      aria-sort={order ?? (isSortable ? "none" : undefined)}
      className={cellClass(column)}
    >
      {isSortable ? (
        <button
          type="button"
          className="t-sort"
          onClick={() => onSort(order === "ascending" ? `-${key}` : key)}
        >
          {head}
          {order === "ascending" && <ArrowUp />}
          {order === "descending" && <ArrowDown />}
        </button>
      ) : (
        head
      )}
    </th>
  );
}

/** A press on a row is one on its button, unless it was on something of its own or marked text. */
function usePressOnRow(frame: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    const press = (event: MouseEvent) => {
      const { target } = event;
      if (!(target instanceof Element) || target.closest("a, button, input, label, thead")) return;
      if (getSelection()?.isCollapsed === false) return;
      target.closest("tr")?.querySelector<HTMLElement>("[data-row]")?.click();
    };
    element?.addEventListener("click", press);
    return () => element?.removeEventListener("click", press);
  }, [frame]);
}
