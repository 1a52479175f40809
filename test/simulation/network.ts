import { between, choose, type Dice } from "./dice.ts";
import type { Life } from "./life.ts";

/** The network between us and the partners, as the seed has it. Nothing gets lost once it is healed. */
export type Network = {
  /** Asks a partner: `effect` is what it does when the request arrives. */
  ask: <T>(call: string, reference: string, effect: () => T) => Promise<T | "silence">;
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

export function makeNetwork(
  dice: Dice,
  life: Life,
  { now, note }: { now: () => number; note: (line: string) => void },
): Network {
  const asked = new Map<string, number>();
  let late: { at: number; call: string; effect: () => unknown }[] = [];
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
    async ask(call, reference, effect) {
      life.assertAlive();
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
          const wait = between(dice("late", call, reference), 1, 180) * MINUTE_MS;
          late.push({ at: now() + wait, call: `${call} ${reference}`, effect });
          return "silence";
        }
        case "dies before":
          return life.die();
        case "dies after":
          effect();
          return life.die();
      }
    },
    arrive() {
      const due = late.filter(({ at }) => at <= now());
      late = late.filter(({ at }) => at > now());
      for (const { call, effect } of due) {
        note(`  ${call}: arrives late`);
        effect();
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
