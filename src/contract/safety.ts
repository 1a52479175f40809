import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { guidParams } from "./fields.ts";

const moment = z.string();

/** What protects a member's account at this moment, for the member's own eyes. */
const safety = z.object({
  /** Browsers in which no code is asked for at sign-in. */
  knownDevices: z.number(),
  password: z.object({
    changedAt: z.nullable(moment),
    /** It is time to advise a new one. */
    isOld: z.boolean(),
  }),
  /** Where codes go to, masked; empty where there is no number. */
  mobileNumber: z.string(),
  /** New payees wait until then, and why. */
  pause: z.nullable(z.object({ endsAt: moment, reason: z.string() })),
});
export type Safety = z.output<typeof safety>;

export const getSafety = endpoint({
  name: "getSafety",
  method: "GET",
  path: "/members/{guid}/safety",
  summary: "What protects the member's account at this moment",
  access: "member",
  params: guidParams,
  result: safety,
  refusals: ["not_found"],
});

/** Every call of the page where members keep their account safe. */
export const safetyCalls = [getSafety] as const;
