import { getLoanDisclosure } from "#contract/loans.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { Refusal } from "#server/refusal.ts";
import { readDisclosure } from "./readDisclosure.ts";

export const disclosureRoutes: Route[] = [
  onMemberCall(getLoanDisclosure, async ({ app, caller, params }) => {
    const { memberId } = caller;
    const of = { applicationNo: params.applicationNo, memberId };
    const file = await readDisclosure(app, { ...of, reader: `member:${memberId}` });
    if (file === undefined) throw new Refusal("not_found");
    return { file };
  }),
];
