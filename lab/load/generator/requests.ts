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

/** The bytes of one call. */
export type Make = ReturnType<typeof requestsTo>;

export function requestsTo(host: string) {
  const head = (method: string, path: string, source: string) =>
    `${method} /api${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${source}\r\n`;
  const session = ({ token, cookie }: OnLine) =>
    `Authorization: Bearer ${token}\r\nCookie: sid=${cookie}\r\n`;
  const withBody = (start: string, type: string, body: string) =>
    Buffer.from(
      `${start}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  const JSON_TYPE = "application/json";

  return {
    config: (source: string): Buffer => Buffer.from(`${head("GET", "/config", source)}\r\n`),
    read: (call: Reading, who: OnLine): Buffer =>
      Buffer.from(
        `${head("GET", READS[call](who.person.guid), who.person.source)}${session(who)}\r\n`,
      ),
    /** The one reading whose answer travels encrypted, so that the call brings a key. */
    profile: (who: OnLine, sealed: { header: string }): Buffer =>
      Buffer.from(
        `${head("GET", `/members/${who.person.guid}`, who.person.source)}${session(who)}X-MFE: ${sealed.header}\r\n\r\n`,
      ),
    refresh: (who: OnLine): Buffer =>
      Buffer.from(
        `${head("POST", "/session/refresh", who.person.source)}${session(who)}Content-Length: 0\r\n\r\n`,
      ),
    sendCode: (who: OnLine): Buffer => {
      const { guid, account, card } = who.person;
      const intent = {
        kind: "own",
        source_account: account,
        destination_account: card,
        amount: "2.00",
      };
      const start = `${head("POST", "/otp/send", who.person.source)}${session(who)}`;
      return withBody(start, JSON_TYPE, JSON.stringify({ memberGuid: guid, intent }));
    },
    transfer: (
      kind: Transfer,
      who: OnLine,
      { to, pinId, pin }: { to: Person; pinId: string; pin: string },
    ): Buffer => {
      const { kind: _kind, amount, ...order } = intentOf(kind, who.person, to);
      const start = `${head("POST", ENDPOINTS[kind].path, who.person.source)}${session(who)}Idempotency-Key: ${pinId}\r\n`;
      const body = { ...order, amount: toDecimal(amount), pinId, pin };
      return withBody(start, JSON_TYPE, JSON.stringify(body));
    },
    login: ({ device, source }: Person, sealed: { header: string; body: string }): Buffer =>
      withBody(
        `${head("POST", "/v2/login", source)}Cookie: ${device}\r\nX-MFE: ${sealed.header}\r\n`,
        "application/x-www-form-urlencoded",
        sealed.body,
      ),
  };
}
