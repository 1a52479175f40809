import { freezeAccount } from "#contract/freeze.ts";
import type { Failure } from "#contract/endpoint.ts";
import { call } from "./call.ts";
import { forgetDrafts } from "./drafts.ts";
import { frozenAnswer, isFreezing } from "./freezeState.ts";
import { endSession } from "./sessionEnd.ts";

/**
 * Freezes the account of this session. The session ends with it, in every tab, and the page that says what was done
 * takes the place of this one. Answers what went wrong: then nobody knows whether it is frozen.
 */
export async function freeze(): Promise<Failure | undefined> {
  isFreezing.set(true);
  const answer = await call(freezeAccount, {});
  // Known before anything ends the session: where that leads says what was done.
  if (answer.status) frozenAnswer.set(answer.result);
  isFreezing.set(false);
  if (!answer.status) return answer;
  await forgetDrafts();
  endSession("frozen");
  return undefined;
}
