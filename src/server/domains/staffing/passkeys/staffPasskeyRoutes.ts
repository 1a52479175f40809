import {
  addStaffPasskey as addCall,
  askForStaffPasskey as askCall,
  getStaffPasskeys,
  removeStaffPasskey as removeCall,
  renameStaffPasskey as renameCall,
} from "#contract/staff/passkeys.ts";
import { relyingParty } from "#server/domains/passkeys/relyingParty.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { addStaffPasskey, askForStaffPasskey } from "./makeStaffPasskey.ts";
import { readStaffPasskeys, removeStaffPasskey, renameStaffPasskey } from "./staffPasskeys.ts";

export const staffPasskeyRoutes: Route[] = [
  onStaffCall(getStaffPasskeys, async ({ app, staff }) => ({
    result: await readStaffPasskeys(app, staff),
  })),
  onStaffCall(askCall, async ({ app, staff, body, headers }) => {
    const typed = { current: body.current_password, code: body.code };
    const party = relyingParty(app, headers);
    return { result: await askForStaffPasskey(app, staff, { party, ...typed }) };
  }),
  onStaffCall(addCall, async ({ app, staff, body, headers }) => {
    const party = relyingParty(app, headers);
    return { result: await addStaffPasskey(app, staff, { party, ...body }) };
  }),
  onStaffCall(renameCall, async ({ app, staff, params, body }) => {
    const wanted = { id: params.passkeyId, name: body.name };
    return { result: await renameStaffPasskey(app, staff, wanted) };
  }),
  onStaffCall(removeCall, async ({ app, staff, params }) => {
    await removeStaffPasskey(app, staff, params.passkeyId);
    return {};
  }),
];
