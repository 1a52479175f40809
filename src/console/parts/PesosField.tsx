import { parsePesos, plainPesos } from "#common/money.ts";
import { useTexts } from "#console/texts/texts.ts";
import { TextField } from "#ui/TextField.tsx";
import { fitting } from "#ui/fitting.ts";
import { type ComponentProps, useState } from "react";

const NOTHING_YET = "0.00";

/**
 * Pesos as they were typed: nothing is dropped or rounded. What is no amount is said at the field as
 * soon as it is left.
 */
export function PesosField(
  props: Omit<ComponentProps<typeof TextField>, "onChange"> & {
    value: string;
    onChange: (value: string) => void;
  },
) {
  const { value, onChange, error, ...field } = props;
  const common = useTexts("common");
  const [isLeft, setIsLeft] = useState(false);
  const isUnreadable = value !== "" && parsePesos(plainPesos(value)) === undefined;
  return (
    <TextField
      {...field}
      fits={fitting(value, NOTHING_YET)}
      inputMode="decimal"
      autoComplete="off"
      placeholder={NOTHING_YET}
      value={value}
      error={isLeft && isUnreadable ? common.words.amountWrong : error}
      onBlur={() => setIsLeft(true)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
