import { HISTORY_SEARCH_LENGTH } from "#contract/history.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Segmented } from "#ui/Segmented.tsx";
import { fitting } from "#ui/fitting.ts";
import { TextField } from "#ui/TextField.tsx";
import type { Filters } from "./useHistory.ts";

/** What of the list to show: money in or out, and what is looked for. */
export function HistoryFilters(props: { filters: Filters; onChange: (filters: Filters) => void }) {
  const texts = useTexts("history");
  const { filters, onChange } = props;
  return (
    <search className="history-filters">
      <TextField
        type="search"
        label={texts.search}
        hint={texts.searchHint}
        placeholder={texts.searchHint}
        maxLength={HISTORY_SEARCH_LENGTH}
        autoComplete="off"
        enterKeyHint="search"
        value={filters.search}
        {...(filters.search === "" && { fits: fitting(texts.searchHint) })}
        // Without words there is nothing to find among what is older.
        onChange={({ currentTarget: { value: search } }) =>
          onChange({ ...filters, search, isOlder: filters.isOlder && search.trim() !== "" })
        }
      />
      <Segmented
        label={texts.show}
        value={filters.direction}
        choices={[
          { value: "all", label: texts.all },
          { value: "in", label: texts.moneyIn },
          { value: "out", label: texts.moneyOut },
        ]}
        onChange={(direction) => onChange({ ...filters, direction })}
      />
    </search>
  );
}
