import { joinedUsername } from "#portal/api/sessionState.ts";
import type { Failure } from "#contract/endpoint.ts";
import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { showToast } from "#ui/toasts.ts";
import { useNavigate } from "react-router";

/**
 * How the last step of a recovery ends. Set: a toast, and the login with the username where it is
 * known. Refused for what was typed, or not answered: the form stays. Anything else (the grant is
 * gone, something broke): row C07.
 */
export function useSetting(done: string) {
  const common = useTexts("common");
  const navigate = useNavigate();
  return (failure: Failure | undefined, username: string): Failure | undefined => {
    if (failure !== undefined && mayTryAgain(failure)) return failure;
    if (failure === undefined) joinedUsername.set(username);
    showToast(
      failure === undefined
        ? { kind: "ok", text: done }
        : { kind: "bad", text: common.unableToProcess },
    );
    void navigate(paths.login, { replace: true });
    return undefined;
  };
}

function mayTryAgain({ httpStatus, errors }: Failure): boolean {
  return errors.length > 0 || httpStatus === 0 || httpStatus === 429 || httpStatus === 503;
}
