import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useEffect, useRef, useState } from "react";
import { loadSession } from "./attemptLogin.ts";

/** What talks to passkeys, fetched once the page stands. */
const loadPasskeys = () => import("#portal/api/passkeySignIn.ts");

/**
 * Sign-in with a passkey: at a press, and from the suggestions of the username's field, where the browser has them.
 * Neither needs a username, a password or a text.
 */
export function PasskeySignIn() {
  const login = useTexts("login");
  const common = useTexts("common");
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState("");
  const self = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!("PublicKeyCredential" in globalThis)) {
      // The page was drawn before it came to this browser.
      self.current?.setAttribute("hidden", "");
      return undefined;
    }
    const offer = { isOver: false };
    const later = setTimeout(() => {
      void offerPasskeys(offer, setProblem).catch(() => undefined);
    }, AFTER_PAINT_MS);
    return () => {
      offer.isOver = true;
      clearTimeout(later);
    };
  }, []);
  async function press() {
    setIsPending(true);
    setProblem("");
    const { signInByPasskey } = await loadPasskeys();
    const said = await signInByPasskey({ isFromSuggestions: false });
    setIsPending(false);
    setProblem(said ?? "");
  }

  return (
    <div ref={self}>
      {problem !== "" && (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      <Button
        block
        pending={isPending}
        pendingLabel={login.passkeyWaiting}
        onClick={() =>
          void press().catch(() => {
            setIsPending(false);
            setProblem(common.noAnswer);
          })
        }
      >
        {login.passkey}
      </Button>
    </div>
  );
}

const AFTER_PAINT_MS = 1_500;

async function offerPasskeys(offer: { isOver: boolean }, tell: (problem: string) => void) {
  const isThere = await PublicKeyCredential.isConditionalMediationAvailable?.();
  if (isThere !== true || offer.isOver) return;
  const [{ signInByPasskey }] = await Promise.all([loadPasskeys(), loadSession()]);
  const said = await signInByPasskey({ isFromSuggestions: true });
  if (said !== undefined && !offer.isOver) tell(said);
}
