import { makeStore } from "#ui/store.ts";
import { deviceNow } from "./clock.ts";

const TICK_MS = 1000;

/** Whether the question 'Are you still there?' is asked, and how it stands. */
export type IdleState =
  | { name: "active" }
  | { name: "warned"; secondsLeft: number; idleMinutes: number };

const ACTIVE: IdleState = { name: "active" };

/** How long nobody may do anything, in milliseconds: until it is asked, and until the session is over. */
export type IdleLimits = { warnMs: number; endMs: number };

type Idle = {
  isSignedIn: () => boolean;
  /** When somebody last did something that counts (deviceNow). */
  lastActiveAt: () => number;
  /** Events of the document that show that somebody is there; moving the mouse is none. */
  events: readonly (keyof DocumentEventMap)[];
  /** On such an event, while nobody is asked: once the question shows, only its answer counts. */
  onActivity: (limits: IdleLimits | undefined) => void;
  /** Each second in which nobody is asked. */
  onActiveTick?: () => void;
  /** The time is over, as far as this tab knows. */
  onOver: (limits: IdleLimits) => void;
};

/** Watches for somebody who walked away from the screen of one program. */
export function makeIdleWatch(program: Idle) {
  const idleState = makeStore<IdleState>(ACTIVE);

  /**
   * Time is compared, not counted, so that a sleeping phone or a slowed background tab ends the session at its
   * first breath. `limits` answers undefined while they are not known. The answer stops the watch.
   */
  function watchIdle(limits: () => IdleLimits | undefined): () => void {
    const look = () => {
      const known = limits();
      if (known !== undefined && program.isSignedIn()) lookNow(known);
    };
    const note = () => {
      if (program.isSignedIn() && idleState.get() === ACTIVE) program.onActivity(limits());
    };
    const timer = setInterval(look, TICK_MS);
    for (const event of program.events) document.addEventListener(event, note);
    // A tab in the background hardly ticks.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      for (const event of program.events) document.removeEventListener(event, note);
      document.removeEventListener("visibilitychange", look);
      goOn();
    };
  }

  function lookNow(limits: IdleLimits): void {
    const idleMs = deviceNow() - program.lastActiveAt();
    if (idleMs >= limits.endMs) {
      program.onOver(limits);
    } else if (idleMs >= limits.warnMs) {
      idleState.set({
        name: "warned",
        secondsLeft: Math.ceil((limits.endMs - idleMs) / 1000),
        idleMinutes: Math.max(1, Math.floor(idleMs / 60_000)),
      });
    } else {
      goOn();
      program.onActiveTick?.();
    }
  }

  /** Somebody is there: nobody is asked any more. */
  function goOn(): void {
    if (idleState.get() !== ACTIVE) idleState.set(ACTIVE);
  }

  return { idleState, watchIdle, goOn };
}
