import type { Failure } from "#contract/endpoint.ts";
import { deviceNow } from "#client/clock.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { fieldErrorText } from "#portal/texts/serverTexts.ts";
import { useEffect, useRef, useState } from "react";
import { useSecondsUntil } from "./useSecondsUntil.ts";
import { useSlow } from "./useSlow.ts";

export type Values<Name extends string> = Readonly<Record<Name, string>>;
export type Errors<Name extends string> = Readonly<Partial<Record<Name, string>>>;

export type Form<Name extends string> = ReturnType<typeof useForm<Name>>;

/**
 * A form's values, what is wrong with them, and its way to the server. A field's error shows once
 * the field was left with something in it or the form was submitted, and goes as soon as it is
 * mended; while one shows, nothing is sent. Whatever the server refuses, what was typed stays.
 */
export function useForm<Name extends string>(options: {
  initial: Values<Name>;
  /** What is wrong with each field, in the contract's words. */
  check: (values: Values<Name>) => Errors<Name>;
  /** Sends; undefined when it went through. */
  send: (values: Values<Name>) => Promise<Failure | undefined>;
}) {
  const [values, setValues] = useState(options.initial);
  const fields = useFieldErrors(values, options.check(values));
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setIsPending] = useState(false);
  const [waitsUntil, setWaitsUntil] = useState(0);
  const waitSeconds = useSecondsUntil(waitsUntil);
  const isSlow = useSlow(isPending);
  const { element, focusError } = useErrorFocus();

  function refuse(refused: Failure) {
    // The member was told already.
    if (refused.code === SESSION_ENDED) return;
    if (fields.takeSaid(refused)) focusError();
    else setFailure(refused);
    if (refused.retryAfterSeconds !== undefined)
      setWaitsUntil(deviceNow() + refused.retryAfterSeconds * 1000);
  }

  function change(name: Name, value: string) {
    setValues((now) => ({ ...now, [name]: value }));
    fields.touch(name);
  }

  async function submit() {
    if (isPending || waitSeconds > 0) return;
    setFailure(undefined);
    if (!fields.mayGo()) {
      focusError();
      return;
    }
    setIsPending(true);
    const refused = await options.send(values);
    setIsPending(false);
    if (refused !== undefined) refuse(refused);
  }

  return {
    element,
    values,
    errors: fields.errors,
    isRefused: fields.isRefused,
    failure,
    waitSeconds,
    isPending,
    isSlow,
    isBlocked: fields.hasErrors || waitSeconds > 0,
    /** Nothing is wrong in any field, shown or not. */
    isFine: !fields.hasErrors && fields.hasNothingWrong,
    submit,
    refuse,
    change,
    /** Gives the fields that stand as `before` what is known of them by now; what was typed stays. */
    fill: (before: Values<Name>, known: Values<Name>) =>
      setValues((now) => {
        const filled: Record<Name, string> = { ...now };
        for (const name of namesOf(now)) if (now[name] === before[name]) filled[name] = known[name];
        return filled;
      }),
    /** Its error shows from now on, if it has one. */
    leave: fields.leave,
    forgetErrors: fields.forget,
    /** What an input of this field takes. */
    field: (name: Name) => ({
      id: name,
      name,
      value: values[name],
      error: fields.errors[name],
      onChange: (event: { currentTarget: { value: string } }) =>
        change(name, event.currentTarget.value),
      onBlur: () => fields.leave(name),
    }),
  };
}

/** Which errors show: those found here where it is time, and what the server said until it is mended. */
function useFieldErrors<Name extends string>(values: Values<Name>, found: Errors<Name>) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setIsTried] = useState(false);
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  const errors: Partial<Record<Name, string>> = {};
  for (const name of namesOf(values)) {
    const text = said.get(name) ?? (isTried || left.has(name) ? found[name] : undefined);
    if (text !== undefined) errors[name] = fieldErrorText(text);
  }
  const hasErrors = Object.keys(errors).length > 0;
  return {
    errors,
    hasErrors,
    hasNothingWrong: Object.keys(found).length === 0,
    /** A submit was refused for what is in the fields. */
    isRefused: hasErrors && (isTried || said.size > 0),
    leave: (name: Name, value: string = values[name]) => {
      if (value !== "") setLeft((now) => new Set([...now, name]));
    },
    touch: (name: Name) => {
      if (said.has(name)) setSaid(new Map([...said].filter(([other]) => other !== name)));
    },
    /** Other fields are asked for now: nothing was left or submitted yet. */
    forget: () => {
      setLeft(new Set());
      setIsTried(false);
      setSaid(new Map());
    },
    /** At a submit: nothing is wrong. Else every error shows from now on. */
    mayGo: () => {
      const isFine = !hasErrors && Object.keys(found).length === 0;
      setIsTried(!isFine);
      if (isFine) setLeft(new Set());
      return isFine;
    },
    /** Puts the server's errors on their fields; false when it said none of these fields. */
    takeSaid: ({ errors: list }: Failure) => {
      const onFields = list.filter(({ param }) => param in values).toReversed();
      setSaid(new Map(onFields.map(({ param, msg }) => [param, msg])));
      return onFields.length > 0;
    },
  };
}

/** Moves the focus to the first field with an error, once that error is drawn. */
function useErrorFocus() {
  const element = useRef<HTMLFormElement>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (round > 0) focusFirstError(element.current);
  }, [round]);
  return { element, focusError: () => setRound((before) => before + 1) };
}

export function focusFirstError(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

function namesOf<Name extends string>(values: Values<Name>): Name[] {
  // The keys of a record of names are those names.
  return Object.keys(values) as Name[];
}
