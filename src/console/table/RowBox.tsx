import { Check, Minus } from "lucide-react";
import { useEffect, useRef } from "react";
import "#ui/field.css";

/** The tick box of a row or of the page. `isRange` tells that Shift was held. */
export function RowBox(props: {
  label: string;
  isOn: boolean;
  isMixed?: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  const { label, isOn, isMixed = false, onToggle } = props;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className="t-box">
      <span className={isMixed ? "check-box t-mixed" : "check-box"}>
        <input
          ref={box}
          type="checkbox"
          aria-label={label}
          checked={isOn}
          onChange={(event) =>
            onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
          }
        />
        {isMixed ? <Minus aria-hidden="true" /> : <Check aria-hidden="true" />}
      </span>
    </label>
  );
}
