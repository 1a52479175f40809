import { getNotifications, readNotifications } from "#contract/notifications.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { listNotifications, markRead } from "./readNotifications.ts";

export const notificationRoutes: Route[] = [
  onMemberCall(getNotifications, async ({ app, caller }) => ({
    results: await listNotifications(app, caller),
  })),
  onMemberCall(readNotifications, async ({ app, caller, body }) => {
    await markRead(app, caller.memberId, body.notification_ids);
    return {};
  }),
];
