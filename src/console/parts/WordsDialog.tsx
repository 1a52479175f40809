import type { Failure } from "#contract/endpoint.ts";
import { Field } from "#ui/Field.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { TextField } from "#ui/TextField.tsx";
import { type ReactNode, useState } from "react";
import { EditDialog } from "./EditDialog.tsx";

/** Words that stay on record, in a dialog of their own: an answer, a note, how something was resolved. */
export function WordsDialog(props: {
  title: string;
  label: string;
  hint: string;
  done: string;
  /** Its name in the call: what is wrong with it stands at the field. */
  name: string;
  /** So many characters; 1,000 if not said. */
  most?: number;
  send: (words: string) => Promise<{ status: true } | Failure>;
  /** Whether the server keeps its lines: a field of several. */
  hasLines?: boolean;
  /** Before the field: what it is about. */
  about?: ReactNode;
  children?: ReactNode;
  onClose: () => void;
}) {
  const [words, setWords] = useState("");
  const control = { required: true, maxLength: props.most ?? 1000, value: words };
  return (
    <EditDialog
      title={props.title}
      done={props.done}
      send={() => props.send(words)}
      onClose={props.onClose}
    >
      {(errorOf) => (
        <>
          {props.about}
          {props.hasLines === true ? (
            <Field label={props.label} hint={props.hint} error={errorOf(props.name)}>
              {(of) => (
                <TextArea
                  {...of}
                  {...control}
                  rows={5}
                  onChange={(event) => setWords(event.currentTarget.value)}
                />
              )}
            </Field>
          ) : (
            <TextField
              label={props.label}
              hint={props.hint}
              error={errorOf(props.name)}
              {...control}
              autoComplete="off"
              onChange={(event) => setWords(event.currentTarget.value)}
            />
          )}
          {props.children}
        </>
      )}
    </EditDialog>
  );
}
