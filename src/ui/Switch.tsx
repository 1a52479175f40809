import type { ComponentProps } from "react";
import "./field.css";

type SwitchProps = Omit<ComponentProps<"input">, "type" | "role" | "onChange"> & {
  /** Accessible name, or pass aria-labelledby. */
  label?: string;
  isOn: boolean;
  isPending?: boolean;
  onSwitch: (isOn: boolean) => void;
};

/** On or off, at once. Not for things that need a Save button. */
export function Switch({ label, isOn, isPending, onSwitch, ...input }: SwitchProps) {
  return (
    <input
      {...input}
      type="checkbox"
      role="switch"
      className="switch"
      checked={isOn}
      aria-checked={isOn}
      aria-label={label}
      aria-busy={isPending || undefined}
      onChange={(event) => {
        if (!isPending) onSwitch(event.target.checked);
      }}
    />
  );
}
