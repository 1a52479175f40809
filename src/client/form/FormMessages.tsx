import { isLost, NOT_SENT } from "#client/failure.ts";
import { useStanding } from "#client/useStanding.ts";
import type { Failure } from "#contract/endpoint.ts";
import { ErrorSummary } from "#ui/ErrorSummary.tsx";
import { Notice } from "#ui/Notice.tsx";
import type { ReactNode } from "react";
import type { FormProgram } from "./formProgram.ts";

export type FormMessagesProps<Name extends string> = {
  form: {
    errors: Readonly<Partial<Record<Name, string>>>;
    isRefused?: boolean;
    failure: Failure | undefined;
    waitSeconds: number;
  };
  /** What each field is called above the form; without them what is wrong stands at the fields alone. */
  labels?: Record<NoInfer<Name>, string>;
  /** Said when no answer came, where "nothing was changed" would be a guess. */
  noAnswer?: string;
  /** Said while nothing is wrong. */
  note?: ReactNode;
};

/** What stands above the fields: which of them need fixing, or why nothing went through. */
export function FormMessages<Name extends string>(
  props: FormMessagesProps<Name> & { program: FormProgram },
) {
  const { program, form, labels } = props;
  const { failureText, useFormTexts, Beside } = program;
  const { problems, nothingSent } = useFormTexts();
  const { errors } = form;
  // With the connection back it is no longer so, and the button can be pressed again.
  const failure = useStanding(form.failure);
  if (form.isRefused === true && labels !== undefined && problems !== undefined) {
    // The keys of `labels` are the form's names.
    const names = (Object.keys(labels) as Name[]).filter((name) => errors[name] !== undefined);
    return (
      <ErrorSummary
        title={problems(names.length)}
        errors={names.map((name) => ({ id: name, text: `${labels[name]}: ${errors[name]}` }))}
      />
    );
  }
  if (failure === undefined) return props.note;
  if (failure.code === NOT_SENT && nothingSent !== undefined)
    return (
      <Notice kind="warn" role="alert">
        {nothingSent}
      </Notice>
    );
  return (
    <Notice kind="bad" role="alert">
      {(isLost(failure) ? props.noAnswer : undefined) ?? failureText(failure)}
      {Beside && <Beside failure={failure} waitSeconds={form.waitSeconds} />}
    </Notice>
  );
}
