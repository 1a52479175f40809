import { getLoanDisclosure } from "#contract/loans.ts";
import { onMemberCall, type Route } from "#server/http/calls.ts";
import { Refusal } from "#server/refusal.ts";
import { readDisclosure } from "./keepDisclosure.ts";

export const disclosureRoutes: Route[] = [
  onMemberCall(getLoanDisclosure, async ({ app, caller, params }) => {
    const { memberId } = caller;
    const file = await readDisclosure(app.db, { applicationNo: params.applicationNo, memberId });
    if (file === undefined) throw new Refusal("not_found");
    return { file };
  }),
];
