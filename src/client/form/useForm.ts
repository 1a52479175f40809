import type { Failure } from "#contract/endpoint.ts";
import { useState } from "react";
import type { FormProgram } from "./formProgram.ts";
import { useSubmission } from "./useSubmission.ts";

export type Values<Name extends string> = Readonly<Record<Name, string>>;
export type Errors<Name extends string> = Readonly<Partial<Record<Name, string>>>;

export type Form<Name extends string> = ReturnType<typeof useForm<Name>>;

export type FormOptions<Name extends string> = {
  initial: Values<Name>;
  /** What is wrong with each field, in the contract's words. */
  check: (values: Values<Name>) => Errors<Name>;
  /** Sends; undefined when it went through. */
  send: (values: Values<Name>) => Promise<Failure | undefined>;
  /** Tells of a no that is about no field; without it the form does, above its fields. */
  tell?: (failure: Failure) => void;
  /** Fields that the server judges as one: what it said of any no longer holds once another is changed. */
  together?: readonly Name[];
};

/**
 * A form that holds its values, what is wrong with them, and its way to the server. A field's error shows once
 * the field was left with something in it or the form was submitted, and goes as soon as it is
 * mended; while one shows, nothing is sent. Whatever the server refuses, what was typed stays.
 */
export function useForm<Name extends string>(program: FormProgram, options: FormOptions<Name>) {
  const [values, setValues] = useState(options.initial);
  const submission = useSubmission(program, (name) => name in values, options.tell);
  const found = options.check(values);
  const fields = useShownErrors(values, found, submission.said, program.fieldErrorText);

  function change(name: Name, value: string) {
    setValues((now) => ({ ...now, [name]: value }));
    const together: readonly Name[] = options.together ?? [];
    submission.touch(...(together.includes(name) ? together : [name]));
  }

  return {
    element: submission.element,
    values,
    errors: fields.errors,
    /** A submit was refused for what is in the fields. */
    isRefused: fields.hasErrors && (fields.isTried || submission.said.size > 0),
    failure: submission.failure,
    waitSeconds: submission.waitSeconds,
    isPending: submission.isPending,
    isSlow: submission.isSlow,
    isBlocked: fields.hasErrors || submission.waitSeconds > 0,
    /** Nothing is wrong in any field, shown or not. */
    isFine: !fields.hasErrors && fields.hasNothingWrong,
    /** `send` where another button does something else with the same fields. */
    submit: (send = options.send) => submission.go(fields.mayGo, () => send(values)),
    refuse: submission.refuse,
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
    /** Other fields are asked for now: nothing was left or submitted yet. */
    forgetErrors: () => {
      fields.forget();
      submission.say({});
    },
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
function useShownErrors<Name extends string>(
  values: Values<Name>,
  found: Errors<Name>,
  said: ReadonlyMap<string, string>,
  textOf: (english: string) => string,
) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isTried, setIsTried] = useState(false);
  const errors: Partial<Record<Name, string>> = {};
  for (const name of namesOf(values)) {
    const text = said.get(name) ?? (isTried || left.has(name) ? found[name] : undefined);
    if (text !== undefined) errors[name] = textOf(text);
  }
  const hasErrors = Object.keys(errors).length > 0;
  const hasNothingWrong = Object.keys(found).length === 0;
  return {
    errors,
    hasErrors,
    hasNothingWrong,
    isTried,
    leave: (name: Name, value: string = values[name]) => {
      if (value !== "") setLeft((now) => new Set([...now, name]));
    },
    forget: () => {
      setLeft(new Set());
      setIsTried(false);
    },
    /** At a submit: nothing is wrong. Else every error shows from now on. */
    mayGo: () => {
      const isFine = !hasErrors && hasNothingWrong;
      setIsTried(!isFine);
      if (isFine) setLeft(new Set());
      return isFine;
    },
  };
}

function namesOf<Name extends string>(values: Values<Name>): Name[] {
  // The keys of a record of names are those names.
  return Object.keys(values) as Name[];
}
