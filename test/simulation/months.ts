import { choose } from "./dice.ts";
import { finish } from "./finish.ts";
import { freezeOne, liftOne } from "./freezes.ts";
import { depositOne, withdrawOne } from "./money/cash.ts";
import { endDays, passDays, workOnDays } from "./money/days.ts";
import { beginDebit, stopDebit } from "./money/debits.ts";
import { askToDeclare, reckonOne } from "./money/dividend.ts";
import { askForDifference, closeOne, openOne } from "./money/drawers.ts";
import { payOne } from "./money/payLoan.ts";
import {
  askToPost,
  askToSettle,
  remit,
  setDeduction,
  takeBack,
  tellEmployer,
} from "./money/payroll.ts";
import { decideOne } from "./money/requests.ts";
import { countOne, moveOne } from "./money/vault.ts";
import type { Run } from "./run.ts";
import { lockSome, releaseSome } from "./safety.ts";
import { perform } from "./steps.ts";

type Act = (run: Run) => Promise<void>;

/** So many things happen in the months after the hours, in which the days pass. */
const STEPS = 80;

const SECOND = 1_000;

/** What happens in them, and how often, one against the other. */
const ACTS: readonly (readonly [number, Act])[] = [
  [20, days],
  [8, depositOne],
  [6, withdrawOne],
  [7, decideOne],
  [6, payOne],
  [5, beginDebit],
  [1, stopDebit],
  [4, setDeduction],
  [6, tellEmployer],
  [7, remit],
  [2, takeBack],
  [5, askToPost],
  [7, askToSettle],
  [4, openOne],
  [2, closeOne],
  [1, askForDifference],
  [3, moveOne],
  [1, countOne],
  [2, reckonOne],
  [4, askToDeclare],
  [2, freezeOne],
  [2, liftOne],
  [2, lockSome],
  [1, releaseSome],
];

/** Days pass, and with them the worker's work is done, whatever becomes of the one who began it. */
async function days(run: Run): Promise<void> {
  passDays(run);
  await perform(run, () => workOnDays(run));
  await perform(run, () => endDays(run));
}

/** Lives through some months once nothing is under way any more. False when something stays so for ever. */
export async function liveMonths(run: Run): Promise<boolean> {
  const { chance, life } = run;
  for (const act of [openOne, openOne, setDeduction, setDeduction]) {
    await perform(run, () => act(run));
  }
  for (let step = 0; step < STEPS; step += 1) {
    // Of two acts it is known which was first.
    run.clock.now += SECOND;
    const act = choose(chance.below(1_000_000) / 1_000_000, ACTS);
    if (act !== days && chance.below(100) < 9) {
      life.dieAt(1 + chance.below(30), chance.pick(["before", "after"]));
    }
    await perform(run, () => act(run));
  }
  run.clock.now += SECOND;
  await perform(run, () => endDays(run));
  return finish(run);
}
