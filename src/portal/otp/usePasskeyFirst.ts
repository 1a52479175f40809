import type { CallInput, Failure } from "#contract/endpoint.ts";
import type { sendOtp } from "#contract/auth.ts";
import { useFindPasskey } from "#portal/api/passkeyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useEffect, useRef, useState } from "react";
import { type Proof, signWithPasskey } from "./signWithPasskey.ts";

type Intent = CallInput<typeof sendOtp>["body"]["intent"];

/** Where the question is: the browser asks, what was approved is being done, or the member chooses how to go on. */
export type PasskeyChoice = {
  status: "asking" | "doing" | "choosing";
  problem: string | undefined;
  again: () => void;
  byText: () => void;
  close: () => void;
};

/**
 * A member with a passkey is asked for it first; whoever closes that chooses: again, or a code by text. `spend` does
 * with the proof what it approves. `askByText` sends a code, and answers why none was sent.
 */
export function usePasskeyFirst(way: {
  spend: (proof: Proof) => Promise<void>;
  askByText: (intent: Intent) => Promise<Failure | undefined>;
  refuse: (failure: Failure) => void;
}) {
  const memberGuid = useGuid();
  const findPasskey = useFindPasskey();
  const [isFinding, setIsFinding] = useState(false);
  // What is asked for may be kept at the same press: the proof is spent as the page is by then.
  const latest = useRef(way);
  useEffect(() => {
    latest.current = way;
  });
  const [asked, setAsked] = useState<{
    intent: Intent;
    status: PasskeyChoice["status"];
    problem: string | undefined;
  }>();

  async function sign(intent: Intent): Promise<Failure | undefined> {
    setAsked({ intent, status: "asking", problem: undefined });
    const signed = await signWithPasskey(memberGuid, intent);
    if (signed === undefined) {
      setAsked({ intent, status: "choosing", problem: undefined });
      return undefined;
    }
    if ("failure" in signed) {
      const { failure } = signed;
      const isAboutPasskey = failure.code === "passkey_refused";
      setAsked(
        isAboutPasskey ? { intent, status: "choosing", problem: failureText(failure) } : undefined,
      );
      if (failure.code === "passkey_missing") return latest.current.askByText(intent);
      return isAboutPasskey ? undefined : failure;
    }
    setAsked({ intent, status: "doing", problem: undefined });
    await latest.current.spend(signed.proof);
    setAsked(undefined);
    return undefined;
  }

  async function goOn(next: Promise<Failure | undefined>) {
    const failure = await next;
    if (failure !== undefined) latest.current.refuse(failure);
  }

  const choice: PasskeyChoice | undefined = asked && {
    status: asked.status,
    problem: asked.problem,
    again: () => void goOn(sign(asked.intent)),
    byText: () => {
      setAsked(undefined);
      void goOn(way.askByText(asked.intent));
    },
    close: () => setAsked(undefined),
  };
  async function start(intent: Intent): Promise<Failure | undefined> {
    setIsFinding(true);
    const hasPasskey = await findPasskey();
    setIsFinding(false);
    return hasPasskey ? sign(intent) : latest.current.askByText(intent);
  }

  return {
    choice,
    /** Whether the member has a passkey is not known yet. */
    isFinding,
    start,
  };
}
