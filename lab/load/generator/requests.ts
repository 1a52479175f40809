import { addDays, manilaDate } from "#common/manila.ts";
import { toDecimal } from "#common/money.ts";
import {
  transferOwnAccountToCard,
  transferToBankByInstapay,
  transferToBankByPesonet,
  transferToCard,
} from "#contract/transfers.ts";
import { intentOf, type Person } from "#lab/load/plan.ts";
import type { Call, Transfer } from "#lab/load/profile.ts";

/** A member who is on line, as calls need them. */
export type OnLine = { person: Person; token: string; cookie: string };

const HISTORY_DAYS = 29;

/** Calls of a member that only read, and whose answer is not encrypted. */
type Reading = Exclude<Call, Transfer | "login" | "profile" | "config" | "sendCode" | "refresh">;

/** Paths of the calls that only read, below /api. */
const READS: Record<Reading, (guid: string) => string> = {
  balances: (guid) => `/members/${guid}/balances`,
  loans: (guid) => `/members/${guid}/loans`,
  notifications: (guid) => `/members/${guid}/notifications`,
  card: (guid) => `/members/${guid}/card/details`,
  history: (guid) => `/members/${guid}/card/transactionHistory?${lastDays()}`,
  dashboard: (guid) => `/members/${guid}/dashboard`,
  forms: () => "/members/eon/transfer/details",
};

const ENDPOINTS = {
  own: transferOwnAccountToCard,
  instapay: transferToBankByInstapay,
  pesonet: transferToBankByPesonet,
  cardToCard: transferToCard,
} as const satisfies Record<Transfer, { path: string }>;

/** The days that the list shows when it is opened. */
function lastDays(): string {
  const today = manilaDate(new Date());
  return `fromDate=${addDays(today, -HISTORY_DAYS)}&toDate=${today}`;
}

/** One call, as a connection sends it. */
export type Request = {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
};

const session = ({ token, cookie, person }: OnLine) => ({
  authorization: `Bearer ${token}`,
  cookie: `sid=${cookie}`,
  "x-forwarded-for": person.source,
});
const get = (path: string, headers: Record<string, string>): Request => ({
  method: "GET",
  path: `/api${path}`,
  headers,
});
const post = (path: string, headers: Record<string, string>, body: string): Request => ({
  method: "POST",
  path: `/api${path}`,
  headers,
  body,
});
const postJson = (path: string, headers: Record<string, string>, body: object): Request =>
  post(path, { ...headers, "content-type": "application/json" }, JSON.stringify(body));

/** The calls of a payday. */
export const requests = {
  config: (source: string): Request => get("/config", { "x-forwarded-for": source }),
  read: (call: Reading, who: OnLine): Request => get(READS[call](who.person.guid), session(who)),
  /** The one reading whose answer travels encrypted, so that the call brings a key. */
  profile: (who: OnLine, sealed: { header: string }): Request =>
    get(`/members/${who.person.guid}`, { ...session(who), "x-mfe": sealed.header }),
  refresh: (who: OnLine): Request => post("/session/refresh", session(who), ""),
  sendCode: (who: OnLine): Request => {
    const { guid, account, card } = who.person;
    const intent = {
      kind: "own",
      source_account: account,
      destination_account: card,
      amount: "2.00",
    };
    return postJson("/otp/send", session(who), { memberGuid: guid, intent });
  },
  transfer: (
    kind: Transfer,
    who: OnLine,
    { to, pinId, pin }: { to: Person; pinId: string; pin: string },
  ): Request => {
    const { kind: _kind, amount, ...order } = intentOf(kind, who.person, to);
    const body = { ...order, amount: toDecimal(amount), pinId, pin };
    return postJson(ENDPOINTS[kind].path, { ...session(who), "idempotency-key": pinId }, body);
  },
  login: ({ device, source }: Person, sealed: { header: string; body: string }): Request =>
    post(
      "/v2/login",
      {
        cookie: device,
        "x-forwarded-for": source,
        "x-mfe": sealed.header,
        "content-type": "application/x-www-form-urlencoded",
      },
      sealed.body,
    ),
};
