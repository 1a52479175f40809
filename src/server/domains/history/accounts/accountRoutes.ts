import { downloadAccountStatement, getAccount, getMovements } from "#contract/accounts.ts";
import { onMemberCall, type Route } from "#server/platform/http/calls.ts";
import { readAccounts } from "#server/domains/members/balances/readAccounts.ts";
import { Refusal } from "#server/refusal.ts";
import { makeAccountStatement } from "./makeAccountStatement.ts";
import { ownAccount } from "./ownAccount.ts";
import { readFromPay } from "./readFromPay.ts";
import { readMovements } from "./readMovements.ts";

export const accountRoutes: Route[] = [
  onMemberCall(getAccount, async ({ app, caller, params }) => {
    const { since } = await ownAccount(app, caller, params.accountNo);
    const accounts = await readAccounts(app, caller.memberId);
    const account = accounts.find(({ accountNumber }) => accountNumber === params.accountNo);
    if (account === undefined) throw new Refusal("not_found");
    const fromPay = await readFromPay(app, params.accountNo);
    return { result: { ...account, since, fromPay } };
  }),
  onMemberCall(getMovements, async ({ app, caller, params, query }) => {
    const account = await ownAccount(app, caller, params.accountNo);
    return { result: await readMovements(app, account, query, caller.language) };
  }),
  onMemberCall(downloadAccountStatement, async ({ app, caller, params, query }) => ({
    file: await makeAccountStatement(app, caller, { ...params, ...query }),
  })),
];
