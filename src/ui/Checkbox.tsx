import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import "./field.css";
import { FieldError } from "./Field.tsx";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "children"> & {
  id: string;
  /** The label; a link in it is followed without ticking the box. */
  children: ReactNode;
  error?: string | undefined;
};

/** One box to tick, with its sentence beside it and its error beneath. */
export function Checkbox({ id, children, error, ...input }: CheckboxProps) {
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className="field">
      <div className="check">
        <span className="check-box">
          <input
            {...input}
            type="checkbox"
            id={id}
            aria-describedby={errorId}
            aria-invalid={error ? true : undefined}
          />
          <Check aria-hidden="true" />
        </span>
        <label htmlFor={id}>{children}</label>
      </div>
      <FieldError id={errorId} error={error} />
    </div>
  );
}
