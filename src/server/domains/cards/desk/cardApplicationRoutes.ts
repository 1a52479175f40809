import {
  exportCardApplications,
  getCardApplication,
  getCardPicture,
  listCardApplications,
  resetCardActivation,
  withdrawCardApplication,
} from "#contract/staff/cards.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { exportList } from "#server/platform/lists/exportList.ts";
import { readPage } from "#server/platform/lists/readPage.ts";
import {
  applicationColumns,
  applicationOrder,
  applicationsQuery,
  toApplicationRow,
} from "./applicationsQuery.ts";
import { readPicture } from "./pictures.ts";
import { readApplication } from "./readApplication.ts";
import { resetActivation } from "./resetActivation.ts";
import { withdrawForMember } from "./withdrawForMember.ts";

/** Applications for cards, from asking to the card in the member's hand. */
export const cardApplicationRoutes: Route[] = [
  onStaffCall(listCardApplications, async ({ app, staff, query }) => {
    const rows = applicationsQuery(app, staff, query);
    const page = await readPage(app.db, applicationOrder, rows, query);
    return { result: { ...page, rows: page.rows.map(toApplicationRow) } };
  }),
  onStaffCall(exportCardApplications, async ({ app, staff, query }) => ({
    file: await exportList(app, staff, applicationsQuery(app, staff, query), {
      name: "card-applications",
      order: applicationOrder,
      columns: applicationColumns,
      filters: query,
    }),
  })),
  onStaffCall(getCardApplication, async ({ app, staff, params }) => ({
    result: await readApplication(app, staff, params.applicationId),
  })),
  onStaffCall(getCardPicture, async ({ app, staff, params }) => ({
    file: await readPicture(app, staff, params),
  })),
  onStaffCall(withdrawCardApplication, async ({ app, staff, params, body }) => {
    await withdrawForMember(app, staff, { ...params, ...body });
    return {};
  }),
  onStaffCall(resetCardActivation, async ({ app, staff, params, body }) => {
    await resetActivation(app, staff, { ...params, ...body });
    return {};
  }),
];
