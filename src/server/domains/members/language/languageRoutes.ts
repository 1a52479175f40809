import { setLanguage as setLanguageCall } from "#contract/members.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { setLanguage } from "./setLanguage.ts";

export const languageRoutes: Route[] = [
  onMemberCall(setLanguageCall, async ({ app, caller, body }) => {
    await setLanguage(app, caller, body.language);
    return {};
  }),
];
