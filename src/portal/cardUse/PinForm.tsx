import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { CodeInput } from "#ui/CodeInput.tsx";
import { Panel } from "#ui/Panel.tsx";
import { type ReactNode, useState } from "react";
import { isWholePin } from "./pinRules.ts";

/**
 * Six digits of a PIN and its two buttons. What is typed is its owner's to keep, and to clear. It is no `SentForm`,
 * which keeps what was typed: a PIN goes whatever is answered, and a new one is refused where the present one is typed.
 */
export function PinForm(props: {
  label: string;
  value: string;
  error: string | undefined;
  submit: string;
  sending?: string;
  isPending?: boolean;
  onChange: (pin: string) => void;
  onDone: () => void;
  onCancel: () => void;
  /** Above the field. */
  children?: ReactNode;
}) {
  const common = useTexts("common");
  const texts = useTexts("cardUse");
  const { isPending = false } = props;
  const isWhole = isWholePin(props.value);
  const [isTried, setIsTried] = useState(false);
  return (
    <Panel padded className="card-form">
      <form
        method="dialog"
        noValidate
        aria-label={props.label}
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole && !isPending) props.onDone();
        }}
      >
        {props.children}
        <CodeInput
          kind="pin"
          label={props.label}
          value={props.value}
          error={props.error ?? (isTried && !isWhole ? texts.incompletePin : undefined)}
          isChecking={isPending}
          onChange={props.onChange}
        />
        <div className="btnrow start">
          <Button
            type="submit"
            look="primary"
            blocked={!isWhole}
            onBlockedPress={() => setIsTried(true)}
            pending={isPending}
            pendingLabel={props.sending}
          >
            {props.submit}
          </Button>
          <Button look="quiet" blocked={isPending} onClick={props.onCancel}>
            {common.cancel}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
