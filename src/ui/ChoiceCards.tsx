import type { ReactNode } from "react";
import { useId } from "react";
import { classNames } from "./classNames.ts";
import "./field.css";
import { FieldError } from "./Field.tsx";

type Choice<Value extends string> = {
  value: Value;
  title: ReactNode;
  detail?: ReactNode;
  isDisabled?: boolean;
};

/** Radio buttons drawn as cards, with a line or two under each title. */
export function ChoiceCards<Value extends string>(props: {
  legend: string;
  hint?: ReactNode;
  name: string;
  value: Value | undefined;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  columns?: "two" | "three";
  error?: string | undefined;
}) {
  const id = useId();
  const hintId = props.hint ? `${id}-hint` : undefined;
  const errorId = props.error ? `${id}-error` : undefined;
  return (
    <fieldset aria-describedby={[hintId, errorId].filter(Boolean).join(" ") || undefined}>
      <legend className="flabel">{props.legend}</legend>
      {hintId && (
        <span className="hint" id={hintId}>
          {props.hint}
        </span>
      )}
      <div className={classNames("choices", props.columns)}>
        {props.choices.map((choice) => (
          <label key={choice.value} className="choice">
            <input
              type="radio"
              name={props.name}
              value={choice.value}
              checked={choice.value === props.value}
              disabled={choice.isDisabled}
              onChange={() => props.onChange(choice.value)}
            />
            <span>
              <b>{choice.title}</b>
              {choice.detail}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={props.error} />
    </fieldset>
  );
}
