import { between, choose, type Dice } from "./dice.ts";
import type { Life } from "./life.ts";

/** The network between us and the partners, as the seed has it. Nothing gets lost once it is healed. */
export type Network = {
  /**
   * Asks a partner: `effect` is what it does when the request arrives. One that is valid for so many minutes
   * does nothing when it comes later.
   */
  ask: <T>(
    call: string,
    reference: string,
    effect: () => T,
    validMinutes?: number,
  ) => Promise<T | "silence">;
  /** Lets arrive what was on its way for long. */
  arrive: () => void;
  /** Nothing is answered until then. */
  breakUntil: (at: number) => void;
  /** True when the seed wants this to happen, and the network is not healed. */
  strikes: (chance: number, ...name: (string | number)[]) => boolean;
  heal: () => void;
  isIdle: () => boolean;
};

type Fault = "none" | "lost" | "answer lost" | "late" | "twice" | "dies before" | "dies after";

const FAULTS: readonly (readonly [number, Fault])[] = [
  [72, "none"],
  [6, "lost"],
  [9, "answer lost"],
  [4, "late"],
  [3, "twice"],
  [2, "dies before"],
  [4, "dies after"],
];
const MINUTE_MS = 60_000;
/** The longest that a request is on its way. */
const LATE_MINUTES = 180;

export function makeNetwork(
  dice: Dice,
  {
    now,
    note,
    life,
    turn,
  }: {
    now: () => number;
    note: (line: string) => void;
    /** Of the process that asks. */
    life: () => Life;
    /** Lets what runs beside it come before it. */
    turn: () => Promise<void>;
  },
): Network {
  const asked = new Map<string, number>();
  let late: { at: number; what: string; effect: (() => unknown) | undefined }[] = [];
  let brokenUntil = 0;
  let isHealed = false;

  function faultOf(call: string, reference: string): Fault {
    const times = (asked.get(`${call} ${reference}`) ?? 0) + 1;
    asked.set(`${call} ${reference}`, times);
    if (isHealed) return "none";
    const roll = dice("network", call, reference, times);
    if (now() < brokenUntil) return roll < 0.5 ? "lost" : "answer lost";
    return choose(roll, FAULTS);
  }

  return {
    async ask(call, reference, effect, validMinutes = LATE_MINUTES) {
      await turn();
      life().assertAlive();
      const fault = faultOf(call, reference);
      note(`  ${call} ${reference}: ${fault}`);
      switch (fault) {
        case "none":
          return effect();
        case "twice":
          effect();
          return effect();
        case "lost":
          return "silence";
        case "answer lost":
          effect();
          return "silence";
        case "late": {
          // Seldom too late: that is as good as lost.
          const most = Math.min(LATE_MINUTES, validMinutes + 2);
          const minutes = between(dice("late", call, reference), 1, most);
          const isVoid = minutes > validMinutes;
          const what = `${call} ${reference}: arrives ${isVoid ? "too late" : "late"}`;
          late.push({ at: now() + minutes * MINUTE_MS, what, effect: isVoid ? undefined : effect });
          return "silence";
        }
        case "dies before":
          return life().die();
        case "dies after":
          effect();
          return life().die();
      }
    },
    arrive() {
      const due = late.filter(({ at }) => at <= now());
      late = late.filter(({ at }) => at > now());
      for (const { what, effect } of due) {
        note(`  ${what}`);
        effect?.();
      }
    },
    breakUntil: (at) => {
      brokenUntil = at;
    },
    strikes: (chance, ...name) => !isHealed && dice("strikes", ...name) < chance,
    heal: () => {
      isHealed = true;
      brokenUntil = 0;
    },
    isIdle: () => late.length === 0,
  };
}
