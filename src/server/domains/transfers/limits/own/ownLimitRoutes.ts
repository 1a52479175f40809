import { getOwnLimits, setOwnLimit } from "#contract/ownLimits.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { stepUpOf } from "#server/domains/otp/stepUpOf.ts";
import { readOwnLimits } from "./readOwnLimits.ts";
import { setMemberLimit } from "./setMemberLimit.ts";

export const ownLimitRoutes: Route[] = [
  onMemberCall(getOwnLimits, async ({ app, caller }) => ({
    result: await readOwnLimits(app, caller.memberId),
  })),
  onMemberCall(setOwnLimit, async ({ app, caller, body, cookies }) => {
    const { pinId, pin, ...wish } = body;
    const code = stepUpOf(app, cookies, { pinId, pin });
    return { result: await setMemberLimit(app, caller, { wish, code }) };
  }),
];
