import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Refused } from "#portal/api/passkeySignIn.ts";
import { loadSession, type LoginProblem } from "./attemptLogin.ts";
import { LoginNotice } from "./LoginNotice.tsx";

/** What talks to passkeys, fetched once the page stands. */
const loadPasskeys = () => import("#portal/api/passkeySignIn.ts");

/**
 * Sign-in with a passkey: at a press, and from the suggestions of the username's field, where the browser has them.
 * Neither needs a username, a password or a text.
 * What stood against it is said once on the page, however often and by whichever way it is tried.
 */
export function PasskeySignIn(props: {
  problem: LoginProblem | undefined;
  onProblem: (problem: LoginProblem | undefined) => void;
}) {
  const login = useTexts("login");
  const [isPending, setIsPending] = useState(false);
  const { problem, onProblem } = props;
  const self = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent(onProblem);
  useEffect(() => {
    if (!("PublicKeyCredential" in globalThis)) {
      // The page was drawn before it came to this browser.
      self.current?.setAttribute("hidden", "");
      return undefined;
    }
    const offer = { isOver: false };
    const later = setTimeout(() => {
      void offerPasskeys(offer, tell).catch(() => undefined);
    }, AFTER_PAINT_MS);
    return () => {
      offer.isOver = true;
      clearTimeout(later);
    };
  }, []);
  async function press() {
    setIsPending(true);
    onProblem(undefined);
    const { signInByPasskey } = await loadPasskeys();
    const said = await signInByPasskey({ isFromSuggestions: false });
    setIsPending(false);
    onProblem(said && problemOf(said));
  }

  return (
    <div ref={self}>
      {problem && <LoginNotice problem={problem} />}
      <Button
        block
        pending={isPending}
        pendingLabel={login.passkeyWaiting}
        onClick={() =>
          void press().catch(() => {
            setIsPending(false);
            onProblem({ name: "unreached" });
          })
        }
      >
        {login.passkey}
      </Button>
    </div>
  );
}

const AFTER_PAINT_MS = 1_500;

const problemOf = ({ text, isFrozen, isUnsent }: Refused): LoginProblem =>
  isUnsent ? { name: "offline" } : { name: "other", text, isFrozen };

async function offerPasskeys(offer: { isOver: boolean }, tell: (problem: LoginProblem) => void) {
  const isThere = await PublicKeyCredential.isConditionalMediationAvailable?.();
  if (isThere !== true || offer.isOver) return;
  const [{ signInByPasskey }] = await Promise.all([loadPasskeys(), loadSession()]);
  const said = await signInByPasskey({ isFromSuggestions: true });
  if (said !== undefined && !offer.isOver) tell(problemOf(said));
}
