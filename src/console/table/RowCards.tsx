import { classNames } from "#ui/classNames.ts";
import { OpenRow, type RowsProps } from "./DataTable.tsx";
import "./rowCards.css";

/** The same rows as cards, for narrow windows: name and mark on top, the rest line by line. */
export function RowCards<Row>(props: RowsProps<Row> & { isStale: boolean }) {
  const { columns, rows, rowId, openId, onOpen, frame } = props;
  const name = columns.find(({ onCard }) => onCard === "name") ?? columns[0];
  const mark = columns.find(({ onCard }) => onCard === "mark");
  const lines = columns.filter(
    (column) => column !== name && column !== mark && column.onCard !== "hidden",
  );
  return (
    <div ref={frame} className={classNames("t-cards", props.isStale && "t-stale")}>
      <ul aria-label={props.caption}>
        {rows.map((row) => {
          const id = rowId(row);
          return (
            <li key={id} className="t-card">
              <div className="t-card-top">
                <OpenRow id={id} isOpen={openId === id} onOpen={() => onOpen(id)}>
                  {name?.cell(row)}
                </OpenRow>
                {mark && <div className="t-card-mark">{mark.cell(row)}</div>}
              </div>
              <dl>
                {lines.map((column) => (
                  <div key={column.key}>
                    <dt>{column.head}</dt>
                    <dd>{column.cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
