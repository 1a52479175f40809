import { idleState, stay } from "#portal/api/idle.ts";
import { signOut } from "#portal/api/session.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { useStore } from "#ui/store.ts";
import { useEffect, useState } from "react";

/** 'Are you still there?': only an answer counts, moving the mouse is none. */
export function IdleDialog() {
  const idle = useStore(idleState);
  return idle.name === "active" ? null : (
    <Question secondsLeft={idle.secondsLeft} idleMinutes={idle.idleMinutes} />
  );
}

function Question(props: { secondsLeft: number; idleMinutes: number }) {
  const texts = useTexts("shell");
  const [isAnswering, setIsAnswering] = useState(false);
  const { secondsLeft, idleMinutes } = props;

  useFlashingTitle(texts.idleDocumentTitle(secondsLeft));

  const yes = () => {
    setIsAnswering(true);
    void stay().finally(() => setIsAnswering(false));
  };
  return (
    <Dialog title={texts.idleTitle} role="alertdialog" onClose={yes} hasCross={false}>
      <div className="idle">
        <span className="idle-ring" aria-hidden="true">
          {secondsLeft}
        </span>
        <p>{texts.idleBody(idleMinutes, secondsLeft)}</p>
      </div>
      <output className="sr">
        {secondsLeft % 10 === 0 ? texts.idleBody(idleMinutes, secondsLeft) : ""}
      </output>
      <div className="btnrow">
        <Button look="primary" pending={isAnswering} pendingLabel={texts.idleStaying} onClick={yes}>
          {texts.idleStay}
        </Button>
        <Button onClick={() => void signOut()}>{texts.idleLeave}</Button>
      </div>
    </Dialog>
  );
}

/** A member in another tab sees the question in the title of this one. */
function useFlashingTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    return () => {
      document.title = before;
    };
  }, []);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
