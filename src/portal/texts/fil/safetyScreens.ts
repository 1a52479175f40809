import { activity } from "./activity.ts";
import { cashAtCounter } from "./cashAtCounter.ts";
import { comeBack } from "./comeBack.ts";
import { moneyLock } from "./moneyLock.ts";
import { notices } from "./notices.ts";
import { ownLimits } from "./ownLimits.ts";
import { push } from "./push.ts";
import { safety } from "./safety.ts";

/** What the page of safety and those behind it say; they come with these pages. */
export const safetyScreensTexts = {
  safety,
  activity,
  cashAtCounter,
  comeBack,
  moneyLock,
  notices,
  ownLimits,
  push,
};
