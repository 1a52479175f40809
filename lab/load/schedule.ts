import { CALLS, type Call, type Rates, type Transfer, TRANSFERS, totalOf } from "./profile.ts";
import { drawFrom } from "./random.ts";

/** One call that somebody wants to make: when, counted from the beginning, and what. */
export type Arrival = { atMs: number; call: Call; draw: number };

export type Span = { seconds: number; seed: number; rampSeconds?: number };

/** The part of the rate that a ramp begins with. */
const LEAST = 0.1;

/**
 * When members call, whatever the answers to earlier calls are doing: a Poisson process of the whole rate,
 * each arrival given to a kind of call by its share. The same seed brings the same arrivals. During the ramp
 * the rate grows evenly: nobody's payday begins with all members in one second.
 */
export function* arrivals(
  rates: Rates,
  { seconds, seed, rampSeconds = 0 }: Span,
): Generator<Arrival> {
  const draw = drawFrom(seed);
  const total = totalOf(rates);
  const endMs = seconds * 1000;
  const shares = sharesOf(rates);
  for (let atMs = 0; ;) {
    const rate =
      total * (atMs < rampSeconds * 1000 ? Math.max(LEAST, atMs / rampSeconds / 1000) : 1);
    atMs += (-Math.log(1 - draw()) / rate) * 1000;
    if (atMs >= endMs) return;
    yield { atMs, call: callAt(shares, draw()), draw: draw() };
  }
}

/** The transfers of a plan, in order: each needs a code that approves it before the run begins. */
export function transfersIn(rates: Rates, span: Span): Transfer[] {
  const found: Transfer[] = [];
  for (const { call } of arrivals(rates, span)) if (isTransfer(call)) found.push(call);
  return found;
}

export function isTransfer(call: Call): call is Transfer {
  return (TRANSFERS as readonly Call[]).includes(call);
}

type Share = { call: Call; upTo: number };

function sharesOf(rates: Rates): Share[] {
  const total = totalOf(rates);
  let upTo = 0;
  return CALLS.map((call) => ({ call, upTo: (upTo += rates.perSecond[call] / total) }));
}

function callAt(shares: readonly Share[], draw: number): Call {
  // Rounding may leave the last sum a little below 1.
  return (shares.find(({ upTo }) => draw < upTo) ?? shares.findLast(() => true))?.call ?? "config";
}
