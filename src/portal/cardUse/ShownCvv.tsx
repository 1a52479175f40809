import { CVV_SHOWN_SECONDS } from "#contract/cardSettings.ts";
import { useSecondsUntil } from "#client/useSecondsUntil.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Panel } from "#ui/Panel.tsx";
import { useEffect, useEffectEvent, useRef } from "react";

/**
 * The CVV, until its seconds are over, the page is hidden or loses the focus, or the member leaves. It can
 * neither be selected nor printed; who photographs it cannot be stopped.
 */
export function ShownCvv(props: { cvv: string; until: number; onEnd: () => void }) {
  const texts = useTexts("cardUse").cvv;
  const seconds = useSecondsUntil(props.until);
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useEffectEvent(props.onEnd);

  useEffect(() => {
    heading.current?.focus();
    const onHide = () => {
      if (document.visibilityState === "hidden") end();
    };
    const onBlur = () => end();
    const onCopy = (event: Event) => event.preventDefault();
    document.addEventListener("copy", onCopy);
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("blur", onBlur);
    window.addEventListener("pagehide", onBlur);
    return () => {
      document.removeEventListener("copy", onCopy);
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("blur", onBlur);
      window.removeEventListener("pagehide", onBlur);
    };
  }, []);

  useEffect(() => {
    if (seconds === 0) end();
  }, [seconds]);

  return (
    <Panel padded>
      <div className="cvv-shown">
        <h2 ref={heading} tabIndex={-1} className="tips-title">
          {texts.yours}
        </h2>
        <p className="cvv-digits">{props.cvv}</p>
        <div className="cvv-left" aria-hidden="true">
          <span style={{ width: `${(100 * seconds) / CVV_SHOWN_SECONDS}%` }} />
        </div>
        {/* Read aloud each second it would drown the digits. */}
        <p className="meta" role="timer" aria-live="off">
          {texts.secondsLeft(seconds)}
        </p>
        <Button onClick={props.onEnd}>{texts.hideNow}</Button>
      </div>
    </Panel>
  );
}
