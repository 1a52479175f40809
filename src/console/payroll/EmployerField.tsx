import { useTexts } from "#console/texts/texts.ts";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useQuery } from "@tanstack/react-query";
import { employersRead } from "./payrollReads.ts";

export type EmployerMonth = { employer: string; month: string };

/** Which employer, which month. */
export function EmployerFields(props: {
  value: EmployerMonth;
  errorOf: (name: string) => string | undefined;
  onChange: (value: EmployerMonth) => void;
}) {
  const { value, errorOf, onChange } = props;
  const texts = useTexts("loans");
  const { data: employers = [] } = useQuery(employersRead());
  return (
    <>
      <SelectField
        label={texts.employer}
        error={errorOf("employer")}
        value={value.employer}
        onChange={(event) => onChange({ ...value, employer: event.currentTarget.value })}
      >
        <option value="">{texts.choose}</option>
        {employers.map(({ employer, loans }) => (
          <option key={employer} value={employer}>
            {texts.employerLoans(employer, loans)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={texts.month}
        hint={texts.monthHint}
        error={errorOf("month")}
        autoComplete="off"
        maxLength={7}
        value={value.month}
        onChange={(event) => onChange({ ...value, month: event.currentTarget.value })}
      />
    </>
  );
}
