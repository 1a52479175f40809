import { failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { ErrorSummary } from "#ui/ErrorSummary.tsx";
import { Notice } from "#ui/Notice.tsx";
import type { Form } from "./useForm.ts";
import { LoadAgain } from "./LoadAgain.tsx";
import { asMinutes } from "./useSecondsUntil.ts";

/** What stands above the fields: which of them need fixing, or why nothing went through. */
export function FormMessages<Name extends string>(props: {
  form: Form<Name>;
  labels: Record<NoInfer<Name>, string>;
  /** Said when no answer came, where "nothing was changed" would be a guess. */
  noAnswer?: string;
}) {
  const common = useTexts("common");
  const { form, labels } = props;
  const { errors, failure } = form;
  if (form.isRefused) {
    // The keys of `labels` are the form's names.
    const names = (Object.keys(labels) as Name[]).filter((name) => errors[name] !== undefined);
    return (
      <ErrorSummary
        title={common.problems(names.length)}
        errors={names.map((name) => ({ id: name, text: `${labels[name]}: ${errors[name]}` }))}
      />
    );
  }
  if (failure === undefined) return null;
  const isLost = failure.httpStatus === 0;
  if (isLost && !navigator.onLine)
    return (
      <Notice kind="warn" role="alert">
        {common.offline.nothingSent}
      </Notice>
    );
  return (
    <Notice kind="bad" role="alert">
      {(isLost ? props.noAnswer : undefined) ?? failureText(failure)}
      {form.waitSeconds > 0 && (
        // The minutes and seconds are for the eye: read aloud each second they would drown all else.
        <span aria-hidden="true"> {common.tryAgainIn(asMinutes(form.waitSeconds))}</span>
      )}
      {failure.code === "documents_changed" && <LoadAgain />}
      {failure.httpStatus >= 500 && failure.correlationId !== undefined && (
        <span className="meta"> {common.referenceId(failure.correlationId)}</span>
      )}
    </Notice>
  );
}
