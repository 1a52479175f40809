import { loanTypes } from "#contract/loanTypes.ts";
import { FieldError } from "#ui/Field.tsx";
import { LoanPicture } from "#ui/LoanPicture.tsx";
import { Check } from "lucide-react";

/** The eleven loan types with their pictures, one of them chosen (row J05). Arrow keys move the choice. */
export function LoanTypeField(props: {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}) {
  const errorId = props.error === undefined ? undefined : "loan_type-error";
  return (
    <fieldset className="loan-type" aria-describedby={errorId}>
      <legend className="flabel">{props.label}</legend>
      <div className="loan-tiles">
        {Object.entries(loanTypes).map(([code, label], index) => (
          <label key={code} className="loan-tile">
            <input
              // The summary of errors leads to the first.
              id={index === 0 ? "loan_type" : undefined}
              type="radio"
              name="loan_type"
              value={code}
              checked={code === props.value}
              onChange={() => props.onChange(code)}
            />
            <Check className="loan-tile-mark" />
            <LoanPicture code={code} />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={props.error} />
    </fieldset>
  );
}
