import { AskDialog } from "#console/parts/AskDialog.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { CalendarDay } from "#contract/staff/operations.ts";
import { Checkbox } from "#ui/Checkbox.tsx";
import { Notice } from "#ui/Notice.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";

const TYPES = ["regular", "special_non_working", "special_working", "suspension"] as const;

/** Asks for a day of the calendar: a new one, another meaning, or that it is not observed. */
export function HolidayDialog(props: { of: Partial<CalendarDay>; onClose: () => void }) {
  const texts = useTexts("operations");
  const { of } = props;
  const [day, setDay] = useState(of.day ?? "");
  const [name, setName] = useState(of.name ?? "");
  const [type, setType] = useState<CalendarDay["type"]>(of.type ?? "special_non_working");
  const [basis, setBasis] = useState(of.basis ?? "");
  const [closedFrom, setClosedFrom] = useState(of.closedFrom ?? "");
  const [isObserved, setIsObserved] = useState(of.isObserved ?? true);
  const isBankingDay = type === "special_working";
  return (
    <AskDialog
      title={of.name === undefined ? texts.addDay : texts.changeOf(of.name)}
      kind="holiday"
      payload={() => ({
        day,
        name,
        type,
        isBankingDay,
        isObserved,
        basis,
        closedFrom: type === "suspension" && closedFrom !== "" ? closedFrom : null,
      })}
      onClose={props.onClose}
    >
      {type === "suspension" && <Notice kind="info">{texts.suspensionHint}</Notice>}
      <TextField
        label={texts.day}
        type="date"
        required
        error={undefined}
        value={day}
        readOnly={of.name !== undefined}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <TextField
        label={texts.name}
        required
        maxLength={100}
        error={undefined}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TypeField value={type} onChange={setType} />
      {type === "suspension" && (
        <TextField
          label={texts.closedFrom}
          hint={texts.closedFromHint}
          type="time"
          optional
          error={undefined}
          value={closedFrom}
          onChange={(event) => setClosedFrom(event.currentTarget.value)}
        />
      )}
      <TextField
        label={texts.basis}
        optional
        maxLength={200}
        error={undefined}
        value={basis}
        onChange={(event) => setBasis(event.currentTarget.value)}
      />
      <Checkbox
        id="is-observed"
        checked={isObserved}
        onChange={(event) => setIsObserved(event.currentTarget.checked)}
      >
        {texts.observed}
      </Checkbox>
    </AskDialog>
  );
}

function TypeField(props: {
  value: CalendarDay["type"];
  onChange: (type: CalendarDay["type"]) => void;
}) {
  const texts = useTexts("operations");
  return (
    <SelectField
      label={texts.type}
      error={undefined}
      value={props.value}
      // The options' own values.
      onChange={(event) => props.onChange(event.currentTarget.value as CalendarDay["type"])}
    >
      {TYPES.map((one) => (
        <option key={one} value={one}>
          {texts.dayTypes[one]}
        </option>
      ))}
    </SelectField>
  );
}
