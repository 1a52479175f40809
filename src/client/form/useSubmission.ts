import { deviceNow } from "#client/clock.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { useSecondsUntil } from "#client/useSecondsUntil.ts";
import { useSlow } from "#client/useSlow.ts";
import type { Failure } from "#contract/endpoint.ts";
import { useEffect, useRef, useState } from "react";
import type { FormProgram } from "./formProgram.ts";

/**
 * The way of a form to the server: once at a time, and what the server refuses stands at its field or above the
 * form, until it is mended. What was typed stays whatever comes back.
 */
export function useSubmission(
  program: FormProgram,
  /** Whether the form has this field: what is said of others is said of the whole. */
  hasField: (name: string) => boolean,
  /** Tells of a no that is about no field; without it the form does, above its fields. */
  tell?: (failure: Failure) => void,
) {
  const element = useRef<HTMLFormElement>(null);
  const focusError = useErrorFocus(element);
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setIsPending] = useState(false);
  // Two presses in one drawing are one: the state of the first is not here yet.
  const isUnderWay = useRef(false);
  const [waitsUntil, setWaitsUntil] = useState(0);
  const waitSeconds = useSecondsUntil(waitsUntil);
  const isSlow = useSlow(isPending);

  function refuse(refused: Failure) {
    // It was told already.
    if (refused.code === SESSION_ENDED) return;
    const onFields = refused.errors
      .map(({ param, msg }) => [param, msg] as const)
      .filter(([name]) => hasField(name))
      .toReversed();
    setSaid(new Map(onFields));
    if (onFields.length > 0) focusError();
    else if (tell === undefined) setFailure(refused);
    else tell(refused);
    if (program.waits && refused.retryAfterSeconds !== undefined)
      setWaitsUntil(deviceNow() + refused.retryAfterSeconds * 1000);
  }

  /** Sends, unless `found` says that something is wrong. */
  async function go(isFine: () => boolean, send: () => Promise<Failure | undefined>) {
    if (isUnderWay.current || waitSeconds > 0) return;
    setFailure(undefined);
    if (!isFine()) {
      focusError();
      return;
    }
    isUnderWay.current = true;
    setIsPending(true);
    try {
      const refused = await send();
      if (refused !== undefined) refuse(refused);
    } finally {
      isUnderWay.current = false;
      setIsPending(false);
    }
  }

  return {
    element,
    failure,
    said,
    say: (errors: Readonly<Record<string, string>>) => setSaid(new Map(Object.entries(errors))),
    /** What was said of a field no longer holds once it is changed. */
    touch: (...names: readonly string[]) => {
      setSaid((now) =>
        names.some((name) => now.has(name))
          ? new Map([...now].filter(([name]) => !names.includes(name)))
          : now,
      );
    },
    waitSeconds,
    isPending,
    isSlow,
    refuse,
    go,
  };
}

/** Moves the focus to the first field with an error, once that error is drawn. */
function useErrorFocus(element: { current: HTMLFormElement | null }) {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) focusFirstError(element.current);
  }, [element, round]);
  return () => setRound((before) => before + 1);
}

export function focusFirstError(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
