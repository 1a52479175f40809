import { afterAll, beforeAll, expect, test } from "vitest";
import { brand } from "#brand";
import { manilaDate } from "#common/manila.ts";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { staffLogin } from "#contract/staff/session.ts";
import { buildServer } from "#server/entry/buildServer.ts";
import { closeServer } from "#server/entry/closeServer.ts";
import { type Browser, type Client, makeClient, newBrowser } from "#test/support/browser.ts";
import { type DemoBank, openDemoBank } from "#test/support/demoBank.ts";
import { DEMO_STAFF } from "./seedStaff.ts";

let bank: DemoBank;
let server: ReturnType<typeof buildServer>;
let client: Client;

beforeAll(async () => {
  bank = await openDemoBank();
  server = buildServer(bank.app);
  client = makeClient(server, bank.app.now);
});

afterAll(async () => {
  await closeServer(server);
  await bank.close();
});

/** What is empty at first sight, and why it is right so. */
const EMPTY: Record<string, string> = {
  getStaffPasskeys: "a passkey is made by a device that its owner holds",
  listAskedProofs: "the worker makes within a minute what is asked for",
  listEarningRuns: "a run is made once a month or a year is over",
  getEarningRates: "a day is accrued once it is over, from the first day of the worker on",
  getSavedViews: "views are each one's own",
  listInwardCredits: "money from other banks is sent from the sandbox's page",
};

/** Calls that nothing is answered to without a question. */
const QUERIES: Record<string, Record<string, string>> = {
  getCalendar: { year: String(new Date().getFullYear()) },
  getSavedViews: { list: "audit" },
  getTrialBalance: { day: manilaDate(new Date()) },
  getBalanceExplained: { book: "ASSOC", code: "2010", day: manilaDate(new Date()), span: "day" },
  // Nobody's.
  findCashAccount: { accountNumber: "1000000001" },
  // Of the branch of the teller and the card officer.
  searchMembers: { membershipNo: "0001201300022053" },
};

const LISTS = (api satisfies readonly Endpoint[]).filter(
  ({ access, method, path, file }) =>
    access === "staff" && method === "GET" && !path.includes("{") && file === undefined,
);

async function signIn(username: string): Promise<Browser> {
  const browser = newBrowser();
  const shown = await fetch(new URL(`/totp?user=${username}`, bank.sandbox.url));
  // The sandbox's own answer.
  const { code } = (await shown.json()) as { code: string };
  const body = { username, password: brand.demoPassword, code };
  const answer = await client.call(staffLogin, { body }, browser);
  if (!answer.status) throw new Error(answer.message);
  return Object.assign(browser, { token: answer.result.token });
}

/** The rows of an answer that is a list, or has one of its own name; undefined for any other. */
function rowsOf({ result, results }: Record<string, unknown>): unknown[] | undefined {
  const answer = results ?? result;
  if (Array.isArray(answer)) return answer;
  const { rows, days } = Object(answer) as { rows?: unknown; days?: unknown };
  return [rows, days].find((list) => Array.isArray(list));
}

test.each(DEMO_STAFF.map(({ username }) => username))(
  "every list that %s may see has something to show, or a reason why not",
  async (username) => {
    const browser = await signIn(username);
    const read: Record<string, number> = {};
    for (const call of LISTS) {
      const answer = await client.callRaw(call, { query: QUERIES[call.name] ?? {} }, browser);
      if (answer.body["code"] === "not_your_role") continue;
      expect({ call: call.name, httpStatus: answer.httpStatus }).toEqual({
        call: call.name,
        httpStatus: 200,
      });
      const rows = rowsOf(answer.body);
      if (rows !== undefined) read[call.name] = rows.length;
    }
    const empty = Object.keys(read).filter((name) => read[name] === 0);
    expect(empty.filter((name) => EMPTY[name] === undefined)).toEqual([]);
    expect(Object.keys(read).length).toBeGreaterThan(5);
  },
);
