import { hasValidCheckDigit } from "#common/checkDigit.ts";
import type { Failure } from "#contract/endpoint.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { DigitsField } from "#ui/DigitsField.tsx";
import { type ReactNode, useRef, useState } from "react";

const DIGITS = 16;

/**
 * The 16 digits of a card (rows L01, N09). Its button waits until they are complete; what a slip of the
 * finger broke is said here, whose card it is only by the server. They are gone from the page once they went
 * through, and with the page.
 */
export function CardNumberForm(props: {
  label: string;
  submit: string;
  sending?: string;
  isPending?: boolean;
  /** What the server said of the number. */
  error?: string | undefined;
  onSubmit: (number: string) => Promise<Failure | undefined> | undefined;
  actions?: ReactNode;
}) {
  const texts = useTexts("cardOffers").number;
  const [digits, setDigits] = useState("");
  const [error, setError] = useState<string>();
  const field = useRef<HTMLFormElement>(null);
  const isComplete = digits.length === DIGITS;

  async function submit() {
    const problem = findProblem();
    setError(problem);
    if (problem !== undefined) {
      field.current?.querySelector("input")?.focus();
      return;
    }
    const refused = await props.onSubmit(digits);
    if (refused === undefined || refused.httpStatus !== 0) setDigits("");
    if (refused !== undefined) field.current?.querySelector("input")?.focus();
  }

  const findProblem = () => {
    if (!isComplete) return texts.incomplete;
    return hasValidCheckDigit(digits) ? undefined : texts.wrong;
  };

  return (
    <form
      ref={field}
      method="dialog"
      noValidate
      aria-label={props.label}
      className="card-number-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (props.isPending !== true) void submit();
      }}
    >
      <DigitsField
        label={texts.label}
        hint={texts.hint}
        value={digits}
        error={error ?? (digits === "" ? props.error : undefined)}
        onChange={(next) => {
          setDigits(next);
          setError(undefined);
        }}
      />
      <div className="btnrow start">
        <Button
          type="submit"
          look="primary"
          blocked={!isComplete}
          onBlockedPress={() => void submit()}
          pending={props.isPending ?? false}
          pendingLabel={props.sending}
        >
          {props.submit}
        </Button>
        {props.actions}
      </div>
    </form>
  );
}
