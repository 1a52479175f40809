import { Button } from "#ui/Button.tsx";
import { type ReactNode, type RefObject, useEffect } from "react";
import { FormMessages, type FormMessagesProps } from "./FormMessages.tsx";
import type { FormProgram } from "./formProgram.ts";
import { focusFirstError } from "./useSubmission.ts";

export type SentFormProps<Name extends string> = FormMessagesProps<Name> & {
  form: {
    element: RefObject<HTMLFormElement | null>;
    submit: () => Promise<void>;
    /** Of a form whose values stand in its fields: one of them was changed. */
    touch?: (name: string) => void;
    isPending: boolean;
    isSlow: boolean;
    isBlocked?: boolean;
  };
  /** The form's accessible name. */
  label?: string;
  className?: string;
  /** The button under the fields; without it the fields bring theirs. */
  submit?: string;
  /** The doing word while it is under way. */
  sending?: string;
  /** Said under it while it takes long, in place of the program's words. */
  slow?: string;
  children: ReactNode;
  /** Beside the button. */
  actions?: ReactNode;
  isBlock?: boolean;
};

/**
 * A form that goes to the server: what is wrong above, the fields, the button. Method "dialog"
 * outside a dialog does nothing: even without any script the browser cannot send it.
 */
export function SentForm<Name extends string>(
  props: SentFormProps<Name> & { program: FormProgram },
) {
  const texts = props.program.useFormTexts();
  const { form, slow = texts.slow } = props;
  const { element, touch } = form;
  useLookAtErrors(form);
  return (
    <form
      ref={element}
      method="dialog"
      noValidate
      aria-label={props.label}
      className={props.className}
      onChange={({ target }) => {
        if ("name" in target && typeof target.name === "string") touch?.(target.name);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <FormMessages {...props} />
      {props.children}
      <SubmitRow {...props} />
      {slow !== undefined && form.isSlow && <output className="meta">{slow}</output>}
    </form>
  );
}

function SubmitRow<Name extends string>(props: SentFormProps<Name>) {
  const { form, submit, sending, actions, isBlock = true } = props;
  if (submit === undefined) return null;
  const button = (
    <Button
      type="submit"
      look="primary"
      block={isBlock}
      pending={form.isPending}
      {...(sending === undefined ? {} : { pendingLabel: sending })}
      blocked={form.isBlocked === true}
      onBlockedPress={() => void form.submit()}
    >
      {submit}
    </Button>
  );
  if (actions === undefined) return button;
  return (
    <div className="btnrow start">
      {button}
      {actions}
    </div>
  );
}

function useLookAtErrors<Name extends string>({
  element,
  isRefused,
  failure,
}: SentFormProps<Name>["form"]) {
  // Come back to because of an answer in it.
  useEffect(() => {
    if (isRefused === true) focusFirstError(element.current);
    // Later refusals are the form's own to follow.
    // oxlint-disable-next-line react/exhaustive-deps -- only where the form appears
  }, []);

  // The button may be a screen below the place where this is said.
  useEffect(() => {
    if (failure !== undefined)
      element.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  }, [element, failure]);
}
