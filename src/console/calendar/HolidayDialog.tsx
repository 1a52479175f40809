import type { FormErrors } from "#client/form/useNamedForm.ts";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
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
  const { of, onClose } = props;
  const [type, setType] = useState<CalendarDay["type"]>(of.type ?? "special_non_working");
  const [closedFrom, setClosedFrom] = useState(of.closedFrom ?? "");
  const [isObserved, setIsObserved] = useState(of.isObserved ?? true);
  const isBankingDay = type === "special_working";
  const closing = type === "suspension" && closedFrom !== "" ? closedFrom : null;
  return (
    <RequestDialog
      title={of.name === undefined ? texts.addDay : texts.changeOf(of.name)}
      kind="holiday"
      required={["day", "name"]}
      payload={(field) => ({
        day: field("day"),
        isNew: of.name === undefined,
        name: field("name"),
        basis: field("basis"),
        type,
        isBankingDay,
        isObserved,
        closedFrom: closing,
      })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {type === "suspension" && <Notice kind="info">{texts.suspensionHint}</Notice>}
          <DayFields of={of} errors={errors} />
          <TypeField value={type} error={errors["type"]} onChange={setType} />
          {type === "suspension" && (
            <TextField
              label={texts.closedFrom}
              hint={texts.closedFromHint}
              name="closedFrom"
              type="time"
              optional
              error={errors["closedFrom"]}
              value={closedFrom}
              onChange={(event) => setClosedFrom(event.currentTarget.value)}
            />
          )}
          <Checkbox
            id="is-observed"
            checked={isObserved}
            onChange={(event) => setIsObserved(event.currentTarget.checked)}
          >
            {texts.observed}
          </Checkbox>
        </>
      )}
    </RequestDialog>
  );
}

function DayFields({ of, errors }: { of: Partial<CalendarDay>; errors: FormErrors }) {
  const texts = useTexts("operations");
  return (
    <>
      <TextField
        label={texts.day}
        name="day"
        type="date"
        error={errors["day"]}
        defaultValue={of.day ?? ""}
        readOnly={of.name !== undefined}
      />
      <TextField
        label={texts.name}
        name="name"
        autoComplete="off"
        maxLength={100}
        error={errors["name"]}
        defaultValue={of.name ?? ""}
      />
      <TextField
        label={texts.basis}
        name="basis"
        autoComplete="off"
        optional
        maxLength={200}
        error={errors["basis"]}
        defaultValue={of.basis ?? ""}
      />
    </>
  );
}

function TypeField(props: {
  value: CalendarDay["type"];
  error: string | undefined;
  onChange: (type: CalendarDay["type"]) => void;
}) {
  const texts = useTexts("operations");
  return (
    <SelectField
      label={texts.type}
      name="type"
      error={props.error}
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
