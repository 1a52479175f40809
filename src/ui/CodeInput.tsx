import { Eye, EyeOff } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { classNames } from "./classNames.ts";
import "./field.css";
import { FieldError } from "./Field.tsx";
import { waitForTextedCode } from "./webOtp.ts";
import { useWords } from "./words.tsx";

const LENGTH = 6;

type CodeInputProps = {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: string;
  onChange: (digits: string) => void;
  /** Called once, with six digits, as soon as the sixth is there. A PIN waits for its button. */
  onComplete?: (digits: string) => void;
  /** The code is being checked: typing waits. */
  isChecking?: boolean;
  /** An ATM PIN shows as dots, with a button that shows it, and no browser is to keep it. */
  kind?: "one-time-code" | "pin";
};

/**
 * Six digits in one input that lies over six drawn boxes, so that autofill, paste, a screen reader
 * and a password manager see one ordinary field. There is no maxlength: '123 456' pastes whole.
 * The field takes the focus where it appears and when an error arrives; the owner clears the value.
 */
export function CodeInput(props: CodeInputProps) {
  const words = useWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { value, error, kind = "one-time-code" } = props;
  const isPin = kind === "pin";
  const [isShown, setIsShown] = useState(!isPin);
  const hintId = props.hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;

  // Where the field appears it is the one thing to do, and again after a wrong code.
  useEffect(() => {
    input.current?.focus();
  }, [error]);

  function change(text: string) {
    if (props.isChecking) return;
    const digits = text.replaceAll(/\D/g, "").slice(0, LENGTH);
    if (digits === value) return;
    props.onChange(digits);
    if (digits.length === LENGTH) props.onComplete?.(digits);
  }

  const takeTexted = useEffectEvent(change);
  useEffect(() => (isPin ? undefined : waitForTextedCode(takeTexted)), [isPin]);

  return (
    <div className="field">
      <div className="otp-head">
        <label htmlFor={id}>{props.label}</label>
        {isPin && (
          <ShowButton of={id} label={props.label} isShown={isShown} onChange={setIsShown} />
        )}
      </div>
      <div className="otp">
        {Array.from({ length: LENGTH }, (_, place) => (
          <span
            key={place}
            aria-hidden="true"
            className={classNames(place === Math.min(value.length, LENGTH - 1) && "at")}
          >
            {isShown || !value[place] ? value[place] : "•"}
          </span>
        ))}
        <input
          ref={input}
          id={id}
          type={isShown ? "text" : "password"}
          inputMode="numeric"
          autoComplete={isPin ? "off" : "one-time-code"}
          pattern="[0-9]*"
          value={value}
          aria-describedby={[hintId, errorId].filter(Boolean).join(" ") || undefined}
          aria-invalid={error ? true : undefined}
          aria-busy={props.isChecking || undefined}
          onChange={(event) => change(event.target.value)}
          // Digits are only added and taken away at the end; a caret in the middle would not be seen.
          onSelect={(event) => {
            const end = event.currentTarget.value.length;
            if (event.currentTarget.selectionEnd !== end) {
              event.currentTarget.setSelectionRange(end, end);
            }
          }}
        />
      </div>
      {hintId && (
        <p className="otp-hint" id={hintId}>
          {props.hint}
        </p>
      )}
      <FieldError id={errorId} error={error} />
      <output className="sr">{props.isChecking && !isPin ? words.checkingCode : ""}</output>
    </div>
  );
}

/** Shows the digits of a PIN and hides them again. */
function ShowButton(props: {
  of: string;
  label: string;
  isShown: boolean;
  onChange: (isShown: boolean) => void;
}) {
  const words = useWords();
  const { isShown, label } = props;
  return (
    <button
      type="button"
      className="otp-show"
      aria-label={isShown ? words.hideField(label) : words.showField(label)}
      aria-controls={props.of}
      onClick={() => props.onChange(!isShown)}
    >
      {isShown ? <EyeOff /> : <Eye />}
      {isShown ? words.hide : words.show}
    </button>
  );
}
