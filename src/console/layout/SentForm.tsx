import { Notice } from "#ui/Notice.tsx";
import type { ReactNode } from "react";
import type { Sending } from "./useSending.ts";

/**
 * A form that goes to the server: what is wrong with the whole above its fields. Method "dialog" outside
 * a dialog does nothing: even without any script the browser cannot send it.
 */
export function SentForm(props: {
  sending: Sending;
  /** The form's accessible name. */
  label: string;
  onSend: () => Promise<void>;
  /** Said above the fields while nothing is wrong. */
  note?: ReactNode;
  children: ReactNode;
}) {
  const { label, onSend, note, children } = props;
  const { form, problem, touch } = props.sending;
  return (
    <form
      ref={form}
      method="dialog"
      noValidate
      aria-label={label}
      onChange={({ target }) => {
        if ("name" in target && typeof target.name === "string") touch(target.name);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void onSend();
      }}
    >
      {problem === "" ? (
        note
      ) : (
        <Notice kind="bad" role="alert">
          {problem}
        </Notice>
      )}
      {children}
    </form>
  );
}
