import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { failureOf } from "#client/queries.ts";
import { Button } from "#ui/Button.tsx";
import { ErrorState } from "#ui/EmptyState.tsx";
import { NotFoundPage } from "./NoPage.tsx";

/** What could not be read: why, and a way to try again. What is not there is a page that does not exist. */
export function LoadFailed(props: { error: Error | null; onRetry: () => void }) {
  const common = useTexts("common");
  const failure = failureOf(props.error);
  if (failure?.httpStatus === 404) return <NotFoundPage />;
  return (
    <ErrorState
      title={common.loadFailed}
      action={
        <Button small onClick={props.onRetry}>
          {common.tryAgain}
        </Button>
      }
    >
      {failure?.httpStatus === 0 ? common.notReached : failureText(failure)}
    </ErrorState>
  );
}
