import type { Failure } from "#contract/endpoint.ts";
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
  /** Before the field: what it is about. */
  about?: ReactNode;
  children?: ReactNode;
  onClose: () => void;
}) {
  const [words, setWords] = useState("");
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
          <TextField
            label={props.label}
            hint={props.hint}
            error={errorOf(props.name)}
            required
            maxLength={props.most ?? 1000}
            autoComplete="off"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          {props.children}
        </>
      )}
    </EditDialog>
  );
}
