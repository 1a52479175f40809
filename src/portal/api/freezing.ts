import { freezeAccount } from "#contract/freeze.ts";
import type { Failure } from "#contract/endpoint.ts";
import { NOT_SENT } from "#client/failure.ts";
import { call } from "./call.ts";
import { forgetDrafts } from "./drafts.ts";
import { forgetBalances } from "./lastBalances.ts";
import { frozenAnswer } from "./freezeState.ts";
import { endByHand } from "./sessionEnd.ts";

/**
 * Freezes the account of this session. The session ends with it, in every tab, and the page that says what was done
 * takes the place of this one. Answers what went wrong: then nobody knows whether it is frozen. Where the answer was lost
 * and the session ended meanwhile, it is: the call counts as activity, so nothing else ended it in that moment.
 */
export async function freeze(): Promise<Failure | undefined> {
  let failure: Failure | undefined;
  await endByHand(async (isOver) => {
    const answer = await call(freezeAccount, {});
    if (!answer.status) {
      if (isOver() && answer.httpStatus !== 401 && answer.code !== NOT_SENT) return "frozen";
      failure = answer;
      return undefined;
    }
    // Known before the session ends: where that leads says what was done.
    frozenAnswer.set(answer.result);
    // A browser that cannot forget is left all the same.
    await Promise.allSettled([forgetDrafts(), forgetBalances()]);
    return "frozen";
  });
  return failure;
}
