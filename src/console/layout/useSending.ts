import { SESSION_ENDED } from "#client/sessionState.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import { useRef, useState } from "react";

/** What a form brings to the server and what it hears. */
export type Sending = ReturnType<typeof useSending>;

/**
 * The way of one form to the server: its fields by name, whether it is under way, what is wrong with each
 * field and with the whole. What was typed stays where it is. A required field left empty is not sent.
 */
export function useSending(required: readonly string[]) {
  const common = useTexts("common");
  const form = useRef<HTMLFormElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState("");

  /** Sends the fields; `send` answers with the server's no, or undefined when it went through. */
  async function submit(send: (field: (name: string) => string) => Promise<Failure | undefined>) {
    if (isPending) return;
    const given = new FormData(form.current ?? undefined);
    const field = (name: string) => {
      const value = given.get(name);
      // Of a file field, that there is a file.
      return value instanceof File ? value.name : (value ?? "");
    };
    const missing = required.filter((name) => field(name).trim() === "");
    setProblem("");
    setErrors(Object.fromEntries(missing.map((name) => [name, common.required])));
    if (missing.length > 0) return focus(missing[0]);
    setIsPending(true);
    const refused = await send(field);
    setIsPending(false);
    if (refused !== undefined) refuse(refused);
  }

  function refuse(refused: Failure) {
    if (refused.code === SESSION_ENDED) return;
    const onFields = refused.errors.filter(({ param }) => {
      const name = fieldName(param);
      return form.current?.elements.namedItem(name) instanceof HTMLElement;
    });
    setErrors(Object.fromEntries(onFields.map(({ param, msg }) => [fieldName(param), msg])));
    if (onFields.length === 0) setProblem(failureText(refused));
    else focus(fieldName(onFields[0]?.param ?? ""));
  }

  function focus(name: string | undefined) {
    const input = name === undefined ? null : form.current?.elements.namedItem(name);
    if (input instanceof HTMLElement) input.focus();
  }

  /** What was said of a field no longer holds once it is changed. */
  function touch(name: string) {
    if (name in errors) {
      setErrors(Object.fromEntries(Object.entries(errors).filter(([other]) => other !== name)));
    }
  }

  return { form, isPending, errors, problem, submit, touch };
}

/** 'payload.username' is the form's field 'username'. */
function fieldName(param: string): string {
  return param.replace(/^payload\./, "");
}
