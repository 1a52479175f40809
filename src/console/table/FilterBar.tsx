import { plainPesos } from "#common/money.ts";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { Plus, X } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { type Filter, filterText, isReadable, keysOf } from "./filters.ts";
import "./filters.css";
import type { ListState } from "./useListState.ts";

/** The filters in use as chips that can be taken away, and a way to add one. */
export function FilterBar({ filters, state }: { filters: readonly Filter[]; state: ListState }) {
  const texts = useTexts("table");
  const language = useLanguage();
  const [edited, setEdited] = useState<Filter>();
  if (filters.length === 0) return null;
  const used = filters.flatMap((filter) => {
    const text = filterText(filter, state.get, texts, language);
    return text === undefined ? [] : [{ filter, text }];
  });
  return (
    <section aria-label={texts.filters} className="t-filters">
      {used.map(({ filter, text }) => (
        <span key={filter.label} className="t-chip">
          <button type="button" className="t-chip-text" onClick={() => setEdited(filter)}>
            {filter.label}: <b>{text}</b>
          </button>
          <button
            type="button"
            className="t-chip-off"
            aria-label={texts.removeFilter(filter.label)}
            onClick={() => state.change(without(filter))}
          >
            <X />
          </button>
        </span>
      ))}
      <button
        type="button"
        className="t-chip t-chip-add"
        aria-haspopup="dialog"
        onClick={() => setEdited(filters.find((filter) => !isUsed(filter, state)) ?? filters[0])}
      >
        <Plus /> {texts.addFilter}
      </button>
      {edited && (
        <FilterDialog
          filters={filters}
          first={edited}
          state={state}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}

const isUsed = (filter: Filter, state: ListState) =>
  keysOf(filter).some((key) => state.get(key) !== undefined);

const without = (filter: Filter) =>
  Object.fromEntries(keysOf(filter).map((key) => [key, undefined]));

function FilterDialog(props: {
  filters: readonly Filter[];
  first: Filter;
  state: ListState;
  onClose: () => void;
}) {
  const { filters, state, onClose } = props;
  const common = useTexts("common");
  const texts = useTexts("table");
  const [filter, setFilter] = useState(props.first);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const values = keysOf(filter).map((key) => {
      const value = given.get(key);
      const text = typeof value === "string" ? value.trim() : "";
      return [key, filter.type === "amounts" ? plainPesos(text) : text] as const;
    });
    const wrong = values.filter(([, value]) => !isReadable(filter, value)).map(([key]) => key);
    setUnreadable(wrong);
    if (wrong.length > 0) return;
    state.change(Object.fromEntries(values.map(([key, value]) => [key, value || undefined])));
    onClose();
  };
  return (
    <Dialog title={texts.addFilter} onClose={onClose}>
      <form onSubmit={apply} className="t-form">
        <SelectField
          label={texts.filterBy}
          error={undefined}
          value={filter.label}
          onChange={(event) =>
            setFilter(filters.find(({ label }) => label === event.target.value) ?? filter)
          }
        >
          {filters.map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
        </SelectField>
        <FilterFields key={filter.label} filter={filter} state={state} unreadable={unreadable} />
        <div className="btnrow">
          <Button type="submit" look="primary">
            {texts.apply}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

function FilterFields(props: { filter: Filter; state: ListState; unreadable: readonly string[] }) {
  const { filter, state, unreadable } = props;
  const common = useTexts("common");
  const texts = useTexts("table");
  const value = (key: string) => ({ name: key, defaultValue: state.get(key) ?? "" });
  if (filter.type === "choice") {
    return (
      <SelectField label={filter.label} error={undefined} {...value(filter.key)}>
        <option value="">{texts.all}</option>
        {filter.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </SelectField>
    );
  }
  if (filter.type === "text") {
    return (
      <TextField
        label={filter.isWhole ? texts.value : texts.contains}
        error={undefined}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        {...value(filter.key)}
      />
    );
  }
  const [from, to] =
    filter.type === "days" ? [texts.from, texts.to] : [texts.atLeast, texts.atMost];
  const kind =
    filter.type === "days"
      ? { type: "date" }
      : ({ inputMode: filter.type === "amounts" ? "decimal" : "numeric" } as const);
  const wrong = filter.type === "amounts" ? common.words.amountWrong : common.numberWrong;
  const errorOf = (key: string) => (unreadable.includes(key) ? wrong : undefined);
  return (
    <div className="t-range">
      <TextField
        label={from}
        error={errorOf(filter.fromKey)}
        {...kind}
        {...value(filter.fromKey)}
      />
      <TextField label={to} error={errorOf(filter.toKey)} {...kind} {...value(filter.toKey)} />
    </div>
  );
}
