import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { type ReactNode, useState } from "react";

/** 'Are you still there?': only an answer counts, and closing the dialog is yes. */
export function IdleDialog(props: {
  secondsLeft: number;
  texts: { title: string; stay: string; staying: string; leave: string };
  /** The question; a screen reader hears it every ten seconds. */
  body: string;
  /** The question as it shows; `body` in a paragraph if not said. */
  shown?: ReactNode;
  onStay: () => Promise<void>;
  onLeave: () => void;
}) {
  const { secondsLeft, texts, body, onStay, onLeave } = props;
  const [isAnswering, setIsAnswering] = useState(false);
  const yes = () => {
    setIsAnswering(true);
    void onStay().finally(() => setIsAnswering(false));
  };
  return (
    <Dialog title={texts.title} role="alertdialog" onClose={yes} hasCross={false}>
      {props.shown ?? <p>{body}</p>}
      <output className="sr">{secondsLeft % 10 === 0 ? body : ""}</output>
      <div className="btnrow">
        <Button look="primary" pending={isAnswering} pendingLabel={texts.staying} onClick={yes}>
          {texts.stay}
        </Button>
        <Button onClick={onLeave}>{texts.leave}</Button>
      </div>
    </Dialog>
  );
}
