import type { Failure } from "#contract/endpoint.ts";
import { fieldTexts } from "#contract/fields.ts";
import type { FormProgram } from "./formProgram.ts";
import { useSubmission } from "./useSubmission.ts";

/** What stands in the field of this name; of a field for a file, the file's name. */
export type ReadField = (name: string) => string;

/** What is wrong with each field, by its name, in the language of the page. */
export type FormErrors = Readonly<Record<string, string>>;

export type NamedFormOptions = {
  /** Names of fields that are not sent empty. */
  required?: readonly string[];
  /** What is wrong with each field, in the contract's words. */
  check?: (field: ReadField) => Readonly<Record<string, string>>;
  /** Sends; undefined when it went through. */
  send: (field: ReadField, given: FormData) => Promise<Failure | undefined>;
  /** Its fields have no names: each shows what is said of it by its name in the call. */
  isNameless?: boolean;
};

/**
 * A form whose values stand in its fields, by their names, until it is sent: what is wrong with them shows when it
 * was submitted, at each until it is changed. Whatever the server refuses, what was typed stays.
 */
export function useNamedForm(program: FormProgram, options: NamedFormOptions) {
  const submission = useSubmission(program, hasField);
  const { element, said } = submission;

  function hasField(name: string): boolean {
    if (options.isNameless === true) return true;
    return element.current?.elements.namedItem(name) instanceof HTMLElement;
  }

  function submit() {
    const given = new FormData(element.current ?? undefined);
    const field = (name: string) => {
      const value = given.get(name);
      return value instanceof File ? value.name : (value ?? "");
    };
    const isFine = () => {
      const found = new Map(Object.entries(options.check?.(field) ?? {}));
      for (const name of options.required ?? [])
        if (field(name).trim() === "") found.set(name, fieldTexts.required);
      const errors = [...found].filter(([name]) => hasField(name));
      submission.say(Object.fromEntries(errors));
      return errors.length === 0;
    };
    return submission.go(isFine, () => options.send(field, given));
  }

  const errors: FormErrors = Object.fromEntries(
    [...said].map(([name, text]) => [name, program.fieldErrorText(text)]),
  );
  return { ...submission, errors, submit };
}
