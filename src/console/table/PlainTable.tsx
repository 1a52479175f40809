import { useIsWide } from "#console/layout/useIsWide.ts";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import type { ReactNode } from "react";
import "./plainTable.css";

export type PlainColumn<Row> = {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  isAmount?: boolean;
};

/** A short table inside a page, without order, filters or selection: rows where there is room, cards else. */
export function PlainTable<Row>(props: {
  /** Says what it is a table of, to who does not see it. */
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  const isWide = useIsWide();
  const { label, columns, rows, rowKey } = props;
  if (!isWide) {
    return (
      <ul className="p-cards" aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)}>
            <Panel padded>
              <KeyValueList
                isTight
                rows={columns.map(({ key, head, cell }) => ({ key, name: head, value: cell(row) }))}
              />
            </Panel>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <Panel>
      <table className="p-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ key, head, isAmount }) => (
              <th key={key} scope="col" className={isAmount ? "p-amount" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, cell, isAmount }) => (
                <td key={key} className={isAmount ? "p-amount" : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
