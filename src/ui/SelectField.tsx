import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import type { FieldProps } from "./Field.tsx";
import { Field } from "./Field.tsx";
import { fieldOf } from "./TextField.tsx";

type SelectFieldProps = FieldProps & ComponentProps<"select"> & { children: ReactNode };

/** A native select: the phone's own wheel is the best list there is. Children are options. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optional, id, children, ...select } = props;
  return (
    <Field {...fieldOf({ label, hint, error, optional, id })}>
      {(control) => (
        <div className="inp">
          <select {...select} {...control}>
            {children}
          </select>
          <ChevronDown className="chevron" />
        </div>
      )}
    </Field>
  );
}
