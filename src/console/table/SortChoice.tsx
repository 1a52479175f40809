import { useTexts } from "#console/texts/texts.ts";
import { SelectField } from "#ui/SelectField.tsx";
import type { Column } from "./columns.ts";

/** The order, for windows too narrow for a table's heads. */
export function SortChoice<Row>(props: {
  columns: readonly Column<Row>[];
  sort: string;
  onSort: (sort: string) => void;
}) {
  const texts = useTexts("table");
  const sortable = props.columns.filter(({ isSortable }) => isSortable);
  if (sortable.length === 0) return null;
  return (
    <SelectField
      label={texts.sortBy}
      error={undefined}
      value={props.sort}
      onChange={(event) => props.onSort(event.target.value)}
    >
      {sortable.flatMap(({ key, head }) => [
        <option key={key} value={key}>{`${head}, ${texts.ascending}`}</option>,
        <option key={`-${key}`} value={`-${key}`}>{`${head}, ${texts.descending}`}</option>,
      ])}
    </SelectField>
  );
}
