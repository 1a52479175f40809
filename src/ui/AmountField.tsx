import { parsePesos, toDecimal } from "#common/money.ts";
import type { KeyboardEvent } from "react";
import { NumericFormat } from "react-number-format";
import { classNames } from "./classNames.ts";
import type { FieldProps } from "./Field.tsx";
import { Field } from "./Field.tsx";
import { fieldOf } from "./TextField.tsx";
import { fitting } from "./fitting.ts";
import { useWholeAmounts } from "./useWholeAmounts.ts";
import { useWords } from "./words.tsx";

/** What one press of arrow up or down adds (row P06). Never a validity rule. */
const STEP_CENTAVOS = 11n;

const NOTHING_YET = "0.00";

/** As it is shown: '1234.5' -> '1,234.5'. */
const grouped = (value: string): string =>
  value
    .split(".")
    .map((part, index) => (index === 0 ? part.replaceAll(/\d(?=(?:\d{3})+$)/g, "$&,") : part))
    .join(".");

type AmountFieldProps = FieldProps & {
  id?: string;
  name: string;
  /** The amount as plain decimal text, '2500.00' or '' ; `parsePesos` of #common/money.ts reads it. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  big?: boolean;
  readOnly?: boolean;
};

/**
 * Pesos as people type them: separators appear while typing and the caret stays, two decimals at
 * most, 'P2,500' and 'PHP 2,500' may be pasted. A minus before the figures stays, so that it is refused in words and never
 * becomes another amount; between them it is no figure and is dropped. What is put in as a whole and is no
 * amount ('1e3', '12,34', '5.999') is not taken, and that is said: figures picked out of it would be another amount.
 */
export function AmountField(props: AmountFieldProps) {
  const words = useWords();
  const { label, hint, optional, id, value, onChange } = props;
  const whole = useWholeAmounts(value, onChange);
  const refusal = whole.isRefused ? words.amountWrong : undefined;
  const error = refusal ?? props.error;

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const isAmong = (event.currentTarget.selectionStart ?? 0) > (value.startsWith("-") ? 1 : 0);
    if (event.key === "-" && isAmong) event.preventDefault();
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    if (props.readOnly) return;
    const now = parsePesos(value) ?? 0n;
    const next = event.key === "ArrowUp" ? now + STEP_CENTAVOS : now - STEP_CENTAVOS;
    onChange(toDecimal(next > 0n ? next : 0n));
  }

  function completeDecimals() {
    const amount = parsePesos(value.replace(/\.$/, ""));
    if (amount !== undefined) onChange(toDecimal(amount));
    props.onBlur?.();
  }

  return (
    <Field {...fieldOf({ label: `${label} `, hint, error, optional, id })}>
      {(control) => (
        <div
          className={classNames("inp", "fits", props.big && "big")}
          style={fitting(NOTHING_YET, grouped(value))}
          onChangeCapture={whole.look}
        >
          <span className="pre" aria-hidden="true">
            ₱
          </span>
          <NumericFormat
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            name={props.name}
            aria-label={`${label}, ${words.inPesos}`}
            value={value}
            valueIsNumericString
            thousandSeparator=","
            decimalSeparator="."
            decimalScale={2}
            allowNegative
            allowLeadingZeros
            placeholder={NOTHING_YET}
            readOnly={props.readOnly}
            isAllowed={({ value: typed }) => /^-?\d{0,12}(\.\d{0,2})?$/.test(typed)}
            onValueChange={(values, source) => {
              if (source.source === "event") onChange(values.value);
            }}
            onKeyDown={press}
            onBlur={completeDecimals}
          />
          {/* Whoever is in the field is told; its description is read only to who comes to it. */}
          <output className="sr">{refusal}</output>
        </div>
      )}
    </Field>
  );
}
