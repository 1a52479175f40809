import { Eye, EyeOff } from "lucide-react";
import type { ComponentProps } from "react";
import { useEffect, useRef, useState } from "react";
import type { FieldProps } from "./Field.tsx";
import { Field } from "./Field.tsx";
import { fieldOf } from "./TextField.tsx";
import { useWords } from "./words.tsx";

type PasswordFieldProps = FieldProps & Omit<ComponentProps<"input">, "type" | "children">;

/** A password with a Show/Hide text button. It hides itself again when its form is submitted. */
export function PasswordField({ label, hint, error, optional, id, ...input }: PasswordFieldProps) {
  const words = useWords();
  const [isShown, setIsShown] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = box.current?.closest("form");
    const hideAgain = () => setIsShown(false);
    form?.addEventListener("submit", hideAgain);
    return () => form?.removeEventListener("submit", hideAgain);
  }, []);

  return (
    <Field {...fieldOf({ label, hint, error, optional, id })}>
      {(control) => (
        <div className="inp" ref={box}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
          />
          <button
            type="button"
            className="post"
            aria-label={isShown ? words.hideField(label) : words.showField(label)}
            aria-controls={control.id}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff /> : <Eye />}
            {isShown ? words.hide : words.show}
          </button>
        </div>
      )}
    </Field>
  );
}
