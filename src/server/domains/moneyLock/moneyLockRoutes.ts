import { getMoneyLocks, keepLocked, lockMoney, releaseLock } from "#contract/moneyLock.ts";
import { stepUpOf } from "#server/domains/otp/stepUpOf.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { keepOwnLock } from "./keepOwnLock.ts";
import { lockOwnMoney } from "./lockOwnMoney.ts";
import { readLocks } from "./readLocks.ts";
import { releaseOwnLock } from "./releaseOwnLock.ts";

export const moneyLockRoutes: Route[] = [
  onMemberCall(getMoneyLocks, async ({ app, caller }) => ({
    result: await readLocks(app, caller.memberId),
  })),
  onMemberCall(lockMoney, async ({ app, caller, body, idempotencyKey: key }) => ({
    result: await lockOwnMoney(app, caller, { money: body, key }),
  })),
  onMemberCall(releaseLock, async ({ app, caller, body, cookies }) => {
    const { pinId, pin, ...money } = body;
    const code = stepUpOf(app, cookies, { pinId, pin });
    return { result: await releaseOwnLock(app, caller, { money, code }) };
  }),
  onMemberCall(keepLocked, async ({ app, caller, body }) => ({
    result: await keepOwnLock(app, caller, body.releaseId),
  })),
];
