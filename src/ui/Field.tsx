import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useId } from "react";
import "./field.css";
import { useWords } from "./words.tsx";

export type FieldProps = {
  label: string;
  /** Shown between label and control, before the mistake can be made. */
  hint?: ReactNode;
  /** What is wrong and what to do; absent when the value is fine. */
  error?: string | undefined;
  optional?: boolean;
};

/** What a control takes so that its label, hint and error belong to it. */
export type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

/** Label above, hint, control, error with icon and text. Never an asterisk. */
export function Field(
  props: FieldProps & { children: (control: ControlProps) => ReactNode; id?: string },
) {
  const words = useWords();
  const ownId = useId();
  const id = props.id ?? ownId;
  const hintId = props.hint ? `${id}-hint` : undefined;
  const errorId = props.error ? `${id}-error` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>
        {props.label} {props.optional && <span className="opt">({words.optional})</span>}
      </label>
      {hintId && (
        <span className="hint" id={hintId}>
          {props.hint}
        </span>
      )}
      {props.children({
        id,
        "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": props.error ? true : undefined,
      })}
      <FieldError id={errorId} error={props.error} />
    </div>
  );
}

/** The error line of a field or a group. */
export function FieldError(props: { id: string | undefined; error: string | undefined }) {
  if (!props.error) return null;
  return (
    <p className="errmsg" id={props.id}>
      <CircleAlert />
      <span>{props.error}</span>
    </p>
  );
}
