import { IdleDialog as Question } from "#client/IdleDialog.tsx";
import { idleState, stay } from "#portal/api/idle.ts";
import { signOut } from "#portal/api/session.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { useStore } from "#ui/store.ts";
import { useEffect } from "react";

/** 'Are you still there?', with the seconds as a ring and in the title of the tab. */
export function IdleDialog() {
  const idle = useStore(idleState);
  return idle.name === "active" ? null : (
    <Countdown secondsLeft={idle.secondsLeft} idleMinutes={idle.idleMinutes} />
  );
}

function Countdown({ secondsLeft, idleMinutes }: { secondsLeft: number; idleMinutes: number }) {
  const texts = useTexts("shell");
  const body = texts.idleBody(idleMinutes, secondsLeft);
  useFlashingTitle(texts.idleDocumentTitle(secondsLeft));
  return (
    <Question
      secondsLeft={secondsLeft}
      texts={{
        title: texts.idleTitle,
        stay: texts.idleStay,
        staying: texts.idleStaying,
        leave: texts.idleLeave,
      }}
      body={body}
      shown={
        <div className="idle">
          <span className="idle-ring" aria-hidden="true">
            {secondsLeft}
          </span>
          <p>{body}</p>
        </div>
      }
      onStay={stay}
      onLeave={() => void signOut()}
    />
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
