import { useTexts } from "#portal/texts/texts.ts";
import { useEffect, useEffectEvent, useRef } from "react";
import { readPicture } from "./readPicture.ts";

const LOOKS_EVERY_MS = 250;

/** Why no camera sees anything: it may not, or there is none that starts. */
export type CameraProblem = "refused" | "none";

/** What the camera sees, until there is a code in it. It is off as soon as this goes. */
export function Camera(props: {
  onCode: (text: string) => void;
  onProblem: (problem: CameraProblem) => void;
}) {
  const texts = useTexts("qr");
  const video = useRef<HTMLVideoElement>(null);
  const found = useEffectEvent(props.onCode);
  const fail = useEffectEvent(props.onProblem);

  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;

    async function look(): Promise<void> {
      const seen = video.current;
      const text =
        seen !== null && seen.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
          ? await readPicture(seen)
          : undefined;
      if (isOver) return;
      if (text !== undefined) found(text);
      else timer = setTimeout(() => void look(), LOOKS_EVERY_MS);
    }

    async function start(): Promise<void> {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: "environment" },
        });
        if (isOver) return stop();
        if (video.current !== null) {
          video.current.srcObject = stream;
          await video.current.play();
        }
        await look();
      } catch (error) {
        const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
        if (!isOver) fail(isRefused ? "refused" : "none");
      }
    }

    function stop(): void {
      stream?.getTracks().forEach((track) => track.stop());
    }

    void start();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, []);

  return (
    <>
      <video ref={video} className="camera" muted playsInline aria-label={texts.cameraSees} />
      <output className="meta">{texts.holdStill}</output>
    </>
  );
}
