import type { ComponentProps } from "react";
import "./textArea.css";

/** Several lines of text, as the control of a `Field`. */
export function TextArea(props: ComponentProps<"textarea">) {
  return (
    <div className="inp">
      <textarea {...props} />
    </div>
  );
}
