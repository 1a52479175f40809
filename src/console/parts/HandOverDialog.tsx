import type { Failure } from "#contract/endpoint.ts";
import { TextField } from "#ui/TextField.tsx";
import { type ReactNode, useState } from "react";
import { EditDialog } from "./EditDialog.tsx";

/** Gives work to a colleague, by username. */
export function HandOverDialog(props: {
  title: string;
  label: string;
  done: string;
  send: (to: string) => Promise<{ status: true } | Failure>;
  /** What goes with it. */
  children?: (errorOf: (name: string) => string | undefined) => ReactNode;
  onClose: () => void;
}) {
  const [to, setTo] = useState("");
  return (
    <EditDialog
      title={props.title}
      done={props.done}
      send={() => props.send(to)}
      onClose={props.onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label={props.label}
            error={errorOf("to")}
            required
            maxLength={32}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          {props.children?.(errorOf)}
        </>
      )}
    </EditDialog>
  );
}
