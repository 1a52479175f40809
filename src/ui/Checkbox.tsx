import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import "./field.css";
import { FieldError } from "./Field.tsx";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  children: ReactNode;
  error?: string | undefined;
};

/** A box to tick with its words beside it; the whole line is the target. */
export function Checkbox({ children, error, ...input }: CheckboxProps) {
  const errorId = useId();
  return (
    <div>
      <label className="check">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>{children}</span>
      </label>
      <FieldError id={errorId} error={error} />
    </div>
  );
}
