import { hasValidCheckDigit } from "#common/checkDigit.ts";
import type { Failure } from "#contract/endpoint.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { DigitsField } from "#ui/DigitsField.tsx";
import { type ReactNode, useState } from "react";
import { SentForm, useForm } from "./forms.tsx";
import { showFailure } from "./showFailure.ts";
import "./cardNumberForm.css";

const DIGITS = 16;

type Props = {
  label: string;
  submit: string;
  sending?: string;
  /** What the server said of a number that was typed before. */
  error?: string | undefined;
  /** Row U06: a no that is not about the number is said as a toast. */
  send: (number: string) => Promise<Failure | undefined> | undefined;
  /** Asked before it is sent, where what it does cannot be undone. */
  question?: { title: string; body: string };
  actions?: ReactNode;
};

/**
 * The 16 digits of a card (rows L01, N09). Its button waits until they are complete; what a slip of the
 * finger broke is said here, whose card it is only by the server. They are gone from the page once they
 * were answered, and with the page.
 */
export function CardNumberForm(props: Props) {
  const texts = useTexts("cardOffers").number;
  const { form, question } = useNumberForm(props);
  const { visa_card_no: digits } = form.values;
  return (
    <SentForm form={form} label={props.label} className="card-number-form">
      <DigitsField
        label={texts.label}
        hint={texts.hint}
        value={digits}
        error={form.errors.visa_card_no ?? (digits === "" ? props.error : undefined)}
        onChange={(next) => {
          // What was wrong of a number that is being typed on is not said of the rest of it.
          form.forgetErrors();
          form.change("visa_card_no", next);
        }}
      />
      <div className="btnrow start">
        <Button
          type="submit"
          look="primary"
          blocked={digits.length !== DIGITS}
          onBlockedPress={() => void form.submit()}
          pending={form.isPending}
          pendingLabel={props.sending}
        >
          {props.submit}
        </Button>
        {props.actions}
      </div>
      {question !== undefined && <Question {...question} submit={props.submit} />}
    </SentForm>
  );
}

/** Sends the number, where there is a question once that was answered. */
function useNumberForm(props: Props) {
  const texts = useTexts("cardOffers").number;
  const [isAsked, setIsAsked] = useState(false);
  async function send({ visa_card_no: digits }: { visa_card_no: string }) {
    const refused = await props.send(digits);
    if (refused === undefined || refused.httpStatus !== 0) form.change("visa_card_no", "");
    // It may be tried again at once: each answer is told anew.
    return refused && { ...refused, retryAfterSeconds: undefined };
  }
  const form = useForm<"visa_card_no">({
    initial: { visa_card_no: "" },
    check: ({ visa_card_no: digits }) => {
      if (digits.length !== DIGITS) return { visa_card_no: texts.incomplete };
      return hasValidCheckDigit(digits) ? {} : { visa_card_no: texts.wrong };
    },
    send: async (values) => {
      if (props.question === undefined) return send(values);
      setIsAsked(true);
      return undefined;
    },
    tell: (failure) => {
      showFailure(failure);
      form.element.current?.querySelector("input")?.focus();
    },
  });
  const question = isAsked &&
    props.question !== undefined && {
      ...props.question,
      onYes: () => {
        setIsAsked(false);
        void form.submit(() => send(form.values));
      },
      onNo: () => setIsAsked(false),
    };
  return { form, question: question === false ? undefined : question };
}

function Question(props: {
  title: string;
  body: string;
  submit: string;
  onYes: () => void;
  onNo: () => void;
}) {
  const common = useTexts("common");
  return (
    <Dialog title={props.title} role="alertdialog" onClose={props.onNo}>
      <p>{props.body}</p>
      <div className="btnrow">
        <Button look="primary" onClick={props.onYes}>
          {props.submit}
        </Button>
        <Button onClick={props.onNo}>{common.cancel}</Button>
      </div>
    </Dialog>
  );
}
