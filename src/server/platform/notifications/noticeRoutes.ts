import {
  getNoticeChoices,
  setNoticeChoices as setNoticeChoicesCall,
} from "#contract/noticeChoices.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { readNoticeChoices } from "./readNoticeChoices.ts";
import { setNoticeChoices } from "./setNoticeChoices.ts";

export const noticeRoutes: Route[] = [
  onMemberCall(getNoticeChoices, async ({ app, caller }) => ({
    result: await readNoticeChoices(app, caller),
  })),
  onMemberCall(setNoticeChoicesCall, async ({ app, caller, body }) => {
    await setNoticeChoices(app, caller, body.changes);
    return {};
  }),
];
