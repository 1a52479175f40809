import { useId } from "react";
import "./button.css";
import { classNames } from "./classNames.ts";

type Choice<Value extends string> = { value: Value; label: string; lang?: string; spoken?: string };

/** A short choice in one row: language, text size, dark screen. It is a radio group. */
export function Segmented<Value extends string>(props: {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  onInk?: boolean;
}) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      className={classNames("seg", props.onInk && "seg-onink")}
    >
      {props.choices.map((choice) => (
        <label key={choice.value} lang={choice.lang}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === props.value}
            aria-label={choice.spoken}
            onChange={() => props.onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}
