import type { FormProgram } from "./formProgram.ts";
import { SentForm, type SentFormProps } from "./SentForm.tsx";
import { type FormOptions, useForm } from "./useForm.ts";
import { type NamedFormOptions, useNamedForm } from "./useNamedForm.ts";

/** The forms of one program: the one way in which something typed goes to the server. */
export function makeForms(program: FormProgram) {
  return {
    useForm: <Name extends string>(options: FormOptions<Name>) => useForm<Name>(program, options),
    useNamedForm: (options: NamedFormOptions) => useNamedForm(program, options),
    SentForm: <Name extends string>(props: SentFormProps<Name>) => (
      <SentForm {...props} program={program} />
    ),
  };
}
