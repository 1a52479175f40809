import type { CallInput, Failure } from "#contract/endpoint.ts";
import type { sendOtp } from "#contract/auth.ts";
import { useFindPasskey } from "#portal/api/passkeyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useEffect, useRef, useState } from "react";
import { type Proof, signWithPasskey } from "./signWithPasskey.ts";

type Intent = CallInput<typeof sendOtp>["body"]["intent"];

/**
 * Where the question is: the browser asks, what was approved is being done, the member chooses how to go on, or the bank
 * takes another proof than the member can give here.
 */
export type PasskeyChoice = {
  status: "asking" | "doing" | "choosing" | Elsewhere;
  problem: string | undefined;
  again: () => void;
  /** Undefined where a code by text approves nothing. */
  byText: (() => void) | undefined;
  close: () => void;
};

/** Refusals after which there is something to do, but not here. */
const ELSEWHERE = ["passkey_needed", "office_needed"] as const;
type Elsewhere = (typeof ELSEWHERE)[number];

/** What is asked for, and how far that is. */
type Asked = {
  intent: Intent;
  status: PasskeyChoice["status"];
  problem?: string | undefined;
  takesText?: boolean;
};

/**
 * A member with a passkey is asked for it first; whoever closes that chooses: again, or a code by text where one
 * approves it. `spend` does with the proof what it approves. `askByText` sends a code, and answers why none was sent.
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
  const [asked, setAsked] = useState<Asked>();

  /** Says here what is to be done elsewhere; any other refusal is the page's to show. */
  function shownHere(intent: Intent, failure: Failure | undefined): Failure | undefined {
    const elsewhere = ELSEWHERE.find((code) => code === failure?.code);
    if (failure === undefined || elsewhere === undefined) return failure;
    setAsked({ intent, status: elsewhere, problem: failureText(failure) });
    return undefined;
  }

  const askByText = async (intent: Intent) =>
    shownHere(intent, await latest.current.askByText(intent));

  async function sign(intent: Intent): Promise<Failure | undefined> {
    setAsked({ intent, status: "asking" });
    const { proof, failure, takesText } = await signWithPasskey(memberGuid, intent);
    if (proof !== undefined) {
      setAsked({ intent, status: "doing" });
      await latest.current.spend(proof);
      setAsked(undefined);
      return undefined;
    }
    if (failure === undefined || failure.code === "passkey_refused") {
      setAsked({ intent, status: "choosing", takesText, problem: failure && failureText(failure) });
      return undefined;
    }
    setAsked(undefined);
    return failure.code === "passkey_missing" ? askByText(intent) : shownHere(intent, failure);
  }

  async function goOn(next: Promise<Failure | undefined>) {
    const failure = await next;
    if (failure !== undefined) latest.current.refuse(failure);
  }

  function byText({ intent }: Asked) {
    setAsked(undefined);
    void goOn(askByText(intent));
  }

  const choice: PasskeyChoice | undefined = asked && {
    status: asked.status,
    problem: asked.problem,
    again: () => void goOn(sign(asked.intent)),
    byText: asked.takesText === true ? () => byText(asked) : undefined,
    close: () => setAsked(undefined),
  };
  async function start(intent: Intent): Promise<Failure | undefined> {
    setIsFinding(true);
    const hasPasskey = await findPasskey();
    setIsFinding(false);
    return hasPasskey ? sign(intent) : askByText(intent);
  }

  return {
    choice,
    /** Whether the member has a passkey is not known yet. */
    isFinding,
    start,
  };
}
