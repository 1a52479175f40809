import {
  editBank,
  editOffice,
  getCalendar,
  getMessageTemplates,
  getStaffBanks,
  getStaffOffices,
  getSwitches,
  getTemplateVersions,
} from "#contract/staff/operations.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { readCalendar } from "./calendar.ts";
import { listTemplates, listVersions } from "./messageTemplates.ts";
import { changeBank, changeOffice, listBanks, listOffices } from "./offices.ts";
import { readSwitches } from "./switches.ts";

export const operationsRoutes: Route[] = [
  onStaffCall(getCalendar, async ({ app, query }) => ({
    result: await readCalendar(app, query.year),
  })),
  onStaffCall(getSwitches, async ({ app }) => ({ result: await readSwitches(app) })),
  onStaffCall(getStaffOffices, async ({ app }) => ({ results: await listOffices(app) })),
  onStaffCall(editOffice, async ({ app, staff, params, body }) => {
    await changeOffice(app, staff, params.officeId, body);
    return {};
  }),
  onStaffCall(getStaffBanks, async ({ app }) => ({ results: await listBanks(app) })),
  onStaffCall(editBank, async ({ app, staff, params, body }) => {
    await changeBank(app, staff, params.bankId, body);
    return {};
  }),
  onStaffCall(getMessageTemplates, async ({ app }) => ({ results: await listTemplates(app) })),
  onStaffCall(getTemplateVersions, async ({ app, params }) => ({
    results: await listVersions(app, params),
  })),
];
