import type { ComponentProps, CSSProperties } from "react";
import type { FieldProps } from "./Field.tsx";
import { Field } from "./Field.tsx";

type TextFieldProps = FieldProps &
  Omit<ComponentProps<"input">, "children" | "prefix"> & {
    /** Of a figure or number, of which no part may be out of sight: how much room it takes (fitting.ts). */
    fits?: CSSProperties;
  };

/** One line of text. Pass name, autoComplete and inputMode as on an input. */
export function TextField({ label, hint, error, optional, id, fits, ...input }: TextFieldProps) {
  return (
    <Field {...fieldOf({ label, hint, error, optional, id })}>
      {(control) => (
        <div className={fits ? "inp fits" : "inp"} style={fits}>
          <input type="text" {...input} {...control} />
        </div>
      )}
    </Field>
  );
}

/** Leaves out absent properties, as exactOptionalPropertyTypes asks. */
export function fieldOf(props: {
  label: string;
  hint?: FieldProps["hint"];
  error: string | undefined;
  optional?: boolean | undefined;
  id?: string | undefined;
}): FieldProps & { id?: string } {
  return {
    label: props.label,
    error: props.error,
    ...(props.hint === undefined ? {} : { hint: props.hint }),
    ...(props.optional ? { optional: true } : {}),
    ...(props.id === undefined ? {} : { id: props.id }),
  };
}
