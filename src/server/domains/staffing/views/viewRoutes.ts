import { deleteView, getSavedViews, saveView } from "#contract/staff/views.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { forgetView, keepView, listViews } from "./savedViews.ts";

export const viewRoutes: Route[] = [
  onStaffCall(getSavedViews, async ({ app, staff, query }) => ({
    results: await listViews(app, staff, query.list),
  })),
  onStaffCall(saveView, async ({ app, staff, body }) => ({
    result: await keepView(app, staff, body),
  })),
  onStaffCall(deleteView, async ({ app, staff, params }) => {
    await forgetView(app, staff, params.viewId);
    return {};
  }),
];
