import { useTexts } from "#console/texts/texts.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Panel } from "#ui/Panel.tsx";
import { classNames } from "#ui/classNames.ts";
import type { ReactNode } from "react";
import "./plainTable.css";

export type PlainColumn<Row> = {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand right. */
  isFigure?: boolean;
};

/**
 * A short table that shows all its rows: a trial balance, a calendar. On a narrow screen each row is a
 * card in which every value has its name. `foot` are rows of sums.
 */
export function PlainTable<Row>(props: {
  caption: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  foot?: readonly Row[];
  /** Said where there are no rows, if not the usual word. */
  empty?: string;
}) {
  const { columns, rows, keyOf, foot = [] } = props;
  const texts = useTexts("table");
  if (rows.length === 0) {
    return (
      <Panel>
        <EmptyState title={props.empty ?? texts.nothing} />
      </Panel>
    );
  }
  const cells = (row: Row) =>
    columns.map(({ key, head, cell, isFigure }) => (
      <td key={key} data-head={head} className={isFigure ? "figure" : undefined}>
        {cell(row)}
      </td>
    ));
  return (
    <Panel>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard (WCAG 2.1.1) */}
      <section className="plain-scroll" aria-label={props.caption} tabIndex={0}>
        <table className="plain">
          <caption className="sr">{props.caption}</caption>
          <thead>
            <tr>
              {columns.map(({ key, head, isFigure }) => (
                <th key={key} scope="col" className={classNames(isFigure && "figure")}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>{cells(row)}</tr>
            ))}
          </tbody>
          {foot.length > 0 && (
            <tfoot>
              {foot.map((row) => (
                <tr key={keyOf(row)}>{cells(row)}</tr>
              ))}
            </tfoot>
          )}
        </table>
      </section>
    </Panel>
  );
}
