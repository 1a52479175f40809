import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts } from "#contract/fields.ts";
import { choiceFilter, listAnswer, listQuery, textFilter } from "./list.ts";

/**
 * Why a member is watched: frozen in the portal or by the staff; reported by somebody with the member's phone;
 * closed by the staff; or so many refused sign-ins and codes in a day.
 */
export const WATCHED_FOR = ["reported", "frozen", "closed", "refused"] as const;
export const WATCH_OWNERS = ["mine", "none", "others"] as const;

const watchId = codeText(fieldTexts.required).check(
  z.regex(/^(?:reported|frozen|closed|refused)-[1-9][0-9]{0,17}$/, fieldTexts.invalid),
);

const watched = z.object({
  id: z.string(),
  what: z.enum(WATCHED_FOR),
  memberGuid: z.string(),
  member: z.string(),
  membershipNo: z.string(),
  branchName: z.string(),
  /** Since when. */
  at: z.string(),
  /** Who pressed, or how many were refused; empty where nothing is known. */
  detail: z.string(),
  owner: z.nullable(z.string()),
  ownedSince: z.nullable(z.string()),
});
export type Watched = z.output<typeof watched>;

export const getSafetyWatch = endpoint({
  name: "getSafetyWatch",
  method: "GET",
  path: "/staff/safety-watch",
  summary: "Members whose account may be in other hands, oldest first, with who looks after each",
  access: "staff",
  action: "safety_watch.view",
  query: listQuery(["at"], {
    what: choiceFilter(WATCHED_FOR),
    owner: choiceFilter(WATCH_OWNERS),
    member: textFilter,
  }),
  result: listAnswer(watched),
  refusals: ["invalid_parameters"],
});

export const takeSafetyWatch = endpoint({
  name: "takeSafetyWatch",
  method: "POST",
  path: "/staff/safety-watch/take",
  summary: "Become the one who looks after it, also when somebody else did",
  access: "staff",
  action: "safety_watch.work",
  bodyType: "json",
  body: z.object({ id: watchId }),
  refusals: ["not_found"],
});

export const safetyWatchCalls = [getSafetyWatch, takeSafetyWatch] as const;
