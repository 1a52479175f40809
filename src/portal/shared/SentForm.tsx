import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { type ReactNode, useEffect } from "react";
import { FormMessages } from "./FormMessages.tsx";
import { focusFirstError, type Form } from "./useForm.ts";

/**
 * A form that goes to the server: what is wrong above, the fields, the button. Method "dialog"
 * outside a dialog does nothing: even without any script the browser cannot send it.
 */
export function SentForm<Name extends string>(props: {
  form: Form<Name>;
  /** The form's accessible name. */
  label: string;
  labels: Record<NoInfer<Name>, string>;
  submit: string;
  /** The doing word while it is under way. */
  sending: string;
  noAnswer?: string;
  children: ReactNode;
  /** Beside the button. */
  actions?: ReactNode;
  isBlock?: boolean;
}) {
  const common = useTexts("common");
  const { form, isBlock = true } = props;
  const { element, isRefused, failure } = form;

  // Come back to because of an answer in it.
  useEffect(() => {
    if (isRefused) focusFirstError(element.current);
    // Later refusals are the form's own to follow.
    // oxlint-disable-next-line react/exhaustive-deps -- only where the form appears
  }, []);

  // The button may be a screen below the place where this is said.
  useEffect(() => {
    if (failure !== undefined)
      element.current?.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  }, [element, failure]);

  const button = (
    <Button
      type="submit"
      look="primary"
      block={isBlock}
      pending={form.isPending}
      pendingLabel={props.sending}
      blocked={form.isBlocked}
      onBlockedPress={() => void form.submit()}
    >
      {props.submit}
    </Button>
  );
  return (
    <form
      ref={element}
      method="dialog"
      noValidate
      aria-label={props.label}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <FormMessages
        form={form}
        labels={props.labels}
        {...(props.noAnswer === undefined ? {} : { noAnswer: props.noAnswer })}
      />
      {props.children}
      {props.actions === undefined ? (
        button
      ) : (
        <div className="btnrow start">
          {button}
          {props.actions}
        </div>
      )}
      {form.isSlow && <output className="meta">{common.offline.slow}</output>}
    </form>
  );
}
