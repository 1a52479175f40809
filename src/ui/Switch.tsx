import "./switch.css";

/**
 * On or off at once, without a button to confirm. `pending` shows where it is going while the answer is
 * awaited; further presses do nothing until then.
 */
export function Switch(props: {
  id: string;
  /** Accessible name: the id of the element that names it. */
  labelledBy: string;
  describedBy?: string;
  isOn: boolean;
  pending?: boolean;
  blocked?: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const { isOn, pending = false, blocked = false } = props;
  return (
    <button
      type="button"
      role="switch"
      id={props.id}
      className="switch"
      aria-checked={isOn}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      aria-busy={pending || undefined}
      aria-disabled={blocked || undefined}
      onClick={() => {
        if (!pending && !blocked) props.onChange(!isOn);
      }}
    />
  );
}
