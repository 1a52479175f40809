import type { FormErrors } from "#client/form/useNamedForm.ts";
import { PesosField } from "#console/parts/PesosField.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { chartListId } from "./ChartOptions.tsx";
import { type Book, BOOKS, type JournalLine } from "./journalLines.ts";

/** One line of an entry: book, account, side and amount. */
export function LineFields(props: {
  line: JournalLine;
  index: number;
  errors: FormErrors;
  onChange: (changed: Partial<JournalLine>) => void;
  onRemove?: () => void;
}) {
  const texts = useTexts("ledger");
  const { line, index, errors, onChange, onRemove } = props;
  const nameOf = (field: string) => `lines.${index}.${field}`;
  return (
    <fieldset className="journal-line">
      <legend className="sr">{texts.lineOf(index + 1)}</legend>
      <SelectField
        label={texts.book}
        name={nameOf("book")}
        error={errors[nameOf("book")]}
        value={line.book}
        // The options' own values.
        onChange={(event) => onChange({ book: event.currentTarget.value as Book })}
      >
        {BOOKS.map((book) => (
          <option key={book} value={book}>
            {texts.shortBooks[book]}
          </option>
        ))}
      </SelectField>
      <AccountFields line={line} nameOf={nameOf} errors={errors} onChange={onChange} />
      <SelectField
        label={texts.side}
        name={nameOf("side")}
        error={errors[nameOf("side")]}
        value={line.side}
        // As above.
        onChange={(event) => onChange({ side: event.currentTarget.value as "D" | "C" })}
      >
        <option value="D">{texts.debit}</option>
        <option value="C">{texts.credit}</option>
      </SelectField>
      <PesosField
        label={texts.amount}
        name={nameOf("amount")}
        value={line.amount}
        error={errors[nameOf("amount")]}
        onChange={(amount) => onChange({ amount })}
      />
      {onRemove && (
        <Button small look="quiet" onClick={onRemove} aria-label={texts.removeLine(index + 1)}>
          {texts.remove}
        </Button>
      )}
    </fieldset>
  );
}

function AccountFields(props: {
  line: JournalLine;
  nameOf: (field: string) => string;
  errors: FormErrors;
  onChange: (changed: Partial<JournalLine>) => void;
}) {
  const texts = useTexts("ledger");
  const { line, nameOf, errors, onChange } = props;
  return (
    <>
      <TextField
        label={texts.code}
        name={nameOf("code")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        list={chartListId(line.book)}
        error={errors[nameOf("code")]}
        value={line.code}
        onChange={(event) => onChange({ code: event.currentTarget.value })}
      />
      <TextField
        label={texts.subledger}
        optional
        name={nameOf("subledger")}
        autoComplete="off"
        maxLength={40}
        error={errors[nameOf("subledger")]}
        value={line.subledger}
        onChange={(event) => onChange({ subledger: event.currentTarget.value })}
      />
    </>
  );
}
