import type { ChangeEvent, ComponentProps } from "react";
import type { FieldProps } from "./Field.tsx";
import { TextField } from "./TextField.tsx";
import { fitting } from "./fitting.ts";

type DigitsFieldProps = FieldProps &
  Omit<ComponentProps<"input">, "children" | "value" | "onChange"> & {
    /** The digits alone. */
    value: string;
    onChange: (digits: string) => void;
    /**
     * What is neither digit, space nor dash stays to be seen, as do spaces alone, and `onChange` gets the
     * text as it is: for a number that nobody of ours can check, where a letter passed over would make it
     * another's.
     */
    keepsLetters?: boolean;
  };

/**
 * A long number that shows in groups of four. Spaces are ours: what is typed or pasted between the
 * digits is passed over, and nothing is cut off, so that one digit too many is seen.
 */
export function DigitsField({ value, onChange, keepsLetters, ...field }: DigitsFieldProps) {
  function change(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    if (keepsLetters && /[^\d\s-]|^\s+$/.test(input.value)) {
      onChange(input.value);
      return;
    }
    const digits = onlyDigits(input.value);
    const before = onlyDigits(input.value.slice(0, input.selectionStart ?? undefined)).length;
    // Deleting forward over a space of ours moves on; else the caret would stand before it for ever.
    const { nativeEvent } = event;
    const goesOn =
      nativeEvent instanceof InputEvent && nativeEvent.inputType === "deleteContentForward";
    input.value = grouped(digits);
    const caret = grouped(digits.slice(0, before)).length;
    const place = goesOn && input.value[caret] === " " ? caret + 1 : caret;
    input.setSelectionRange(place, place);
    onChange(digits);
  }

  const shown = /\D/.test(value) ? value : grouped(value);
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      {...field}
      value={shown}
      onChange={change}
      fits={fitting(shown, field.placeholder ?? "")}
    />
  );
}

const onlyDigits = (text: string) => text.replaceAll(/\D/g, "");

/** '0001200900010005' -> '0001 2009 0001 0005'. */
function grouped(digits: string): string {
  return digits.replaceAll(/\d{4}(?=\d)/g, (four) => `${four} `);
}
