import { makeForms } from "#client/form/makeForms.tsx";
import { asMinutes } from "#client/useSecondsUntil.ts";
import type { Failure } from "#contract/endpoint.ts";
import { failureText, fieldErrorText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { LoadAgain } from "./LoadAgain.tsx";

export const { useForm, SentForm } = makeForms({
  failureText,
  fieldErrorText,
  useFormTexts: () => {
    const { problems, offline } = useTexts("common");
    return { problems, nothingSent: offline.nothingSent, slow: offline.slow };
  },
  waits: true,
  Beside: BesideFailure,
});

/** How long to wait, what to do about it, and the number that finds it. */
function BesideFailure({ failure, waitSeconds }: { failure: Failure; waitSeconds: number }) {
  const common = useTexts("common");
  return (
    <>
      {waitSeconds > 0 && (
        // The minutes and seconds are for the eye: read aloud each second they would drown all else.
        <span aria-hidden="true"> {common.tryAgainIn(asMinutes(waitSeconds))}</span>
      )}
      {failure.code === "documents_changed" && <LoadAgain />}
      {failure.httpStatus >= 500 && failure.correlationId !== undefined && (
        <span className="meta"> {common.referenceId(failure.correlationId)}</span>
      )}
    </>
  );
}
