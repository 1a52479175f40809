import { ChevronDown } from "lucide-react";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import type { FieldProps } from "./Field.tsx";
import { Field } from "./Field.tsx";
import { fieldOf } from "./TextField.tsx";

/** Enter on a closed list opens it, and never submits the form around it. */
export function openOnEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  try {
    event.currentTarget.showPicker();
  } catch {
    // A browser that cannot: Space and the arrows open it there.
  }
}

type SelectFieldProps = FieldProps & ComponentProps<"select"> & { children: ReactNode };

/** A native select: the phone's own wheel is the best list there is. Children are options. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, optional, id, children, ...select } = props;
  return (
    <Field {...fieldOf({ label, hint, error, optional, id })}>
      {(control) => (
        <div className="inp">
          <select onKeyDown={openOnEnter} {...select} {...control}>
            {children}
          </select>
          <ChevronDown className="chevron" />
        </div>
      )}
    </Field>
  );
}
