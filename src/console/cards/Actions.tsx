import { Button } from "#ui/Button.tsx";
import { type ReactNode, useState } from "react";

/** Something that can be done: its button, and the dialog in which it is. */
export type Action = {
  name: string;
  label: string;
  look: "primary" | "secondary" | "danger";
  dialog: (onClose: () => void) => ReactNode;
};

/** What this clerk may do now; one dialog is open at a time. */
export function Actions({ actions }: { actions: readonly Action[] }) {
  const [open, setOpen] = useState<string>();
  if (actions.length === 0) return null;
  const close = () => setOpen(undefined);
  return (
    <div className="k-actions">
      {actions.map(({ name, label, look }) => (
        <Button key={name} small look={look} onClick={() => setOpen(name)}>
          {label}
        </Button>
      ))}
      {actions.find(({ name }) => name === open)?.dialog(close)}
    </div>
  );
}
