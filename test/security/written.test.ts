import net from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { type Browser, newBrowser, type RawAnswer } from "#test/support/browser.ts";
import { goodCall } from "#test/support/goodCalls.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { MARKUP } from "#test/support/markup.ts";
import { takes, type TextLeaf, textLeaves, withText } from "#test/support/textLeaves.ts";

let world: World;
let member: TestMember;
let browsers: Record<Endpoint["access"], Browser>;

async function signInAnew(): Promise<void> {
  member = await world.makeMember({ savings: 5_000_00n, officeId: 1n, card: {} });
  const staff = (await world.makeStaff({ role: "every", officeId: null })).browser;
  browsers = { member: await world.signIn(member), staff, public: newBrowser() };
}

beforeAll(async () => {
  world = await makeWorld();
  await signInAnew();
});
afterAll(() => world.close());
afterEach(() => vi.restoreAllMocks());

/** The places of a call at which the contract takes one of these texts. */
function placesTaking(endpoint: Endpoint, texts: readonly string[]): TextLeaf[] {
  const good = goodCall(endpoint, member);
  return textLeaves(good, endpoint).filter((leaf) =>
    texts.some((text) =>
      takes(
        endpoint,
        leaf,
        withText(good, leaf, () => text),
      ),
    ),
  );
}

/** What is written into a body, kept, and read by somebody: by whom, and where. */
const READ_BY: Record<string, string> = {
  "lockMemberCard reason": "staff: the member's file, the record",
  "closeMemberAccess reason": "staff: the member's file, the record",
  "stopMemberSchedule reason": "staff: the record",
  "freezeMember reason": "staff: the member's file, the record",
  "freezeByNumber reason": "staff: the member's file, the record",
  "writeMemberNote body": "staff: the member's file",
  "transferToBankByPesonet destination_account_name": "member: history; staff: transfers",
  "transferToBankByInstapay destination_account_name": "member: history; staff: transfers",
  "checkBankPayee destination_account_name": "member: history; staff: transfers",
  "makeSchedule order.destination_account_name":
    "member: scheduled transfers; staff: the member's file",
  "saveRecipient nickname": "member: recipients",
  "renameRecipient nickname": "member: recipients",
  "renameDevice name": "member: known devices; staff: the member's file",
  "addPasskey name": "member: passkeys, notifications; staff: the member's file",
  "addStaffPasskey name": "staff: own access",
  "renameStaffPasskey name": "staff: own access",
  "renamePasskey name": "member: passkeys; staff: the member's file",
  "sendLoanApplication contact_no": "staff: loan applications",
  "reportTransfer words": "staff: reports of problems",
  "saveView name": "staff: their own lists",
  "editOffice branchName": "members and staff: offices",
  "editOffice line1": "members and staff: offices",
  "editOffice barangay": "members and staff: offices",
  "editOffice municipalityCity": "members and staff: offices",
  "editOffice stateProvince": "members and staff: offices",
  "editBank bankName": "members and staff: banks",
  "resolveException resolution": "staff: exceptions",
  "makeStaffRequest reason": "staff: requests",
  "decideStaffRequest note": "staff: requests",
  "withdrawCardApplicationForMember reason": "staff: card applications",
  "resetCardActivation reason": "staff: card applications",
  "releaseCard note": "staff: card applications",
  "unsuspendMemberCard reason": "staff: the member's file, the record",
  "requestPersoCard printed_name": "member: application; staff: card applications, production",
  "replaceLostCard printed_name": "member: lost card; staff: card applications, production",
  "saveCardIdentification sourceOfFunds": "member: application; staff: card applications",
  "saveCardIdentification employment": "member: application; staff: card applications",
  "saveCardIdentification natureOfWork": "member: application; staff: card applications",
  "saveCardIdentification employer": "member: application; staff: card applications",
  "saveCardIdentification employerLine1": "member: application; staff: card applications",
  "saveCardIdentification employerBarangay": "member: application; staff: card applications",
  "saveCardIdentification employerCity": "member: application; staff: card applications",
  "saveCardIdentification employerProvince": "member: application; staff: card applications",
  "saveCardIdentification idNumber": "member: application; staff: card applications",
  "transferCardKit reason": "staff: card stock",
  "destroyCardKit reason": "staff: card stock",
  "takeBackCardKit reason": "staff: card stock",
  "resolveBreak resolution": "staff: differences",
  "handOverTransferCase note": "staff: reports of problems",
  "noteTransferCase words": "staff: reports of problems",
  "answerTransferCase words": "member: notifications; staff: reports of problems",
  "resolveTransferCase words": "member: notifications; staff: reports of problems",
  "moveLoanApplication words": "member: application; staff: loan applications",
  "sendBackLoanApplication words": "staff: loan applications",
  "declineLoanApplication words": "staff: loan applications",
  "reviseLoanOffer words": "staff: loan applications",
  "cancelLoanApplication words": "member: application; staff: loan applications",
  "undoPayrollLine reason": "staff: deductions",
  "withdrawRemittance reason": "staff: the record",
  "setStandingDeduction authority": "staff: monthly deductions",
  "endStandingDeduction reason": "staff: the member's file, the record",
};

/**
 * Compared with what is there, or hashed, and shown to nobody; a payload is checked by its own kind, and a shop's code
 * is read as one, with its checksum, or refused.
 */
const SHOWN_TO_NOBODY =
  /password|username|identifier|enrolment_code|(source|destination)_account$|refNo$| (to|version|member)$|^makePayrollFile|^freezeByNumber lastName$| payload\.|[ .]qr$/;

test("S113 every text that people write has a place where it is read, and pages for both are walked through", () => {
  const found = api.flatMap((endpoint) =>
    placesTaking(endpoint, MARKUP)
      .filter(({ part }) => part === "body")
      .map(({ way }) => `${endpoint.name} ${way.join(".")}`),
  );
  const written = found.filter((field) => !SHOWN_TO_NOBODY.test(field));
  expect(written.toSorted()).toEqual(Object.keys(READ_BY).toSorted());
});

async function ask(endpoint: Endpoint, leaf: TextLeaf, text: string): Promise<RawAnswer> {
  const send = async () => {
    const call = withText(goodCall(endpoint, member), leaf, () => text);
    await world.app.db.deleteFrom("throttle").execute();
    return world.callRaw(endpoint, call, browsers[endpoint.access], {
      idempotencyKey: `written-${crypto.randomUUID()}`,
    });
  };
  const answer = await send();
  if (answer.httpStatus !== 401) return answer;
  await signInAnew();
  return send();
}

test("S113 all sixty go through every text of every call, and no answer could be read as a page", async () => {
  let next = 0;
  for (const endpoint of api) {
    for (const leaf of placesTaking(endpoint, MARKUP)) {
      const text = MARKUP[next++ % MARKUP.length] ?? "";
      const { httpStatus, headers } = await ask(endpoint, leaf, text);
      const what = `${endpoint.name} ${leaf.way.join(".")} ${text}`;
      expect([what, httpStatus < 500, headers]).toMatchObject([
        what,
        true,
        { "x-content-type-options": "nosniff" },
      ]);
      const isFile = httpStatus === 200 && endpoint.file !== undefined;
      const name = String(headers["content-disposition"]);
      expect([what, headers["content-type"], name]).toEqual([
        what,
        expect.stringMatching(isFile ? /^text\/csv;/ : /^application\/json;/),
        expect.stringMatching(isFile ? /^attachment; filename="[^"<>]+"$/ : /^undefined$/),
      ]);
    }
  }
  expect(next).toBeGreaterThan(MARKUP.length);
});

/** Where a socket is told to go, in each of the ways in which Node lets one say it (`net.connect`). */
function placeOf(given: readonly unknown[]): string {
  // net.connect() hands on what it has read from its caller's words as one list.
  const [where, host] = given.flat();
  if (typeof where === "number") return `${typeof host === "string" ? host : "localhost"}:${where}`;
  if (typeof where === "string") return where;
  const { host: name, port, path } = where as { host?: string; port?: number; path?: string };
  return path ?? `${name ?? "localhost"}:${port}`;
}

test("S122 an address in a text is never gone to, whatever call it comes with", async () => {
  const gone = new Set<string>();
  // Called below on the socket that was asked.
  const connect = Reflect.get(net.Socket.prototype, "connect") as CallableFunction;
  vi.spyOn(net.Socket.prototype, "connect").mockImplementation(function spied(
    this: net.Socket,
    ...given: unknown[]
  ) {
    gone.add(placeOf(given));
    return Reflect.apply(connect, this, given) as net.Socket;
  });
  // The database by its own words, as the pool says them when it likes to make a connection.
  const database = new pg.Client({ connectionString: world.database.appUrl });
  await database.connect();
  await database.end();
  const { hostname, port } = new URL(world.sandbox.url);
  const known = [...gone, `${hostname}:${port}`];
  expect(known).toHaveLength(2);
  const addresses = ["http://127.0.0.1:9/x", "//evil.example/x", "http://evil.example"];
  let sent = 0;
  for (const endpoint of api) {
    for (const leaf of placesTaking(endpoint, addresses)) {
      for (const address of addresses.slice(0, 2)) await ask(endpoint, leaf, address);
      sent += 1;
    }
  }
  expect(sent).toBeGreaterThan(50);
  expect([...gone].filter((place) => !known.includes(place))).toEqual([]);
});
