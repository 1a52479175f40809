import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { CardIssuer } from "./cardIssuer.ts";
import {
  CARD,
  CARD_NUMBER,
  CUSTOMER,
  issuerAt,
  makeWalletBench,
} from "#test/support/walletBench.ts";

const { startIssuer, switchTo, pass } = makeWalletBench();
const { token } = CARD;
const reference = "CO-1";
const newPin = `pin1.pin-1.${"A".repeat(87)}.${"A".repeat(43)}`;
const publicKey = `B${"A".repeat(86)}`;
const startsAt = new Date("2026-11-21T02:00:00Z");

/** Every call about cards: what it asks, and an answer of the issuer that would be a yes. */
const CALLS: [string, (issuer: CardIssuer) => Promise<{ kind: string }>, object][] = [
  [
    "submitCustomer",
    (issuer) => issuer.submitCustomer({ reference, customer: CUSTOMER }),
    { senderRefId: reference, transactionId: "CI-1", ciStatus: 0 },
  ],
  [
    "investigation",
    (issuer) => issuer.investigation("CI-1"),
    { transactionId: "CI-1", ciStatus: 10, customerId: "CU-1" },
  ],
  [
    "customerState",
    (issuer) => issuer.customerState("CU-1"),
    { customerId: "CU-1", cards: [{ token }] },
  ],
  [
    "linkCard",
    (issuer) =>
      issuer.linkCard({ reference, token, customerId: "CU-1", number: CARD_NUMBER, newPin }),
    activated(),
  ],
  [
    "personalize",
    (issuer) => issuer.personalize({ reference, customerId: "CU-1", nameOnCard: "JUANA REYES" }),
    { senderRefId: reference, token: "tok-1", lastFour: "1234" },
  ],
  [
    "activatePersonalized",
    (issuer) => issuer.activatePersonalized({ reference, token, number: CARD_NUMBER, newPin }),
    activated(),
  ],
  ["retryActivation", (issuer) => issuer.retryActivation({ reference, token }), activated()],
  ["cancelActivation", (issuer) => issuer.cancelActivation({ reference, token }), done()],
  ["pinKey", (issuer) => issuer.pinKey(), { use: "pin", kid: "pin-1", pub: publicKey }],
  [
    "changePin",
    (issuer) => issuer.changePin({ reference, token, currentPin: newPin, newPin }),
    done(),
  ],
  ["resetPin", (issuer) => issuer.resetPin({ reference, token, newPin }), done()],
  ["pinOutcome", (issuer) => issuer.pinOutcome({ reference }), done()],
  ["generateCvv", (issuer) => issuer.generateCvv({ reference, token }), done()],
  [
    "revealCvv",
    (issuer) => issuer.revealCvv({ token, publicKey }),
    { token, sealedCvv: `cvv1.${"A".repeat(87)}.${"A".repeat(26)}` },
  ],
  ["setLimit", (issuer) => issuer.setLimit({ reference, token, amount: 100n, startsAt }), done()],
  ["setUses", (issuer) => issuer.setUses({ reference, token, off: ["online"] }), done()],
  ["lock", (issuer) => issuer.lock({ reference, token, scope: "member" }), done()],
  ["unlock", (issuer) => issuer.unlock({ reference, token, scope: "admin" }), done()],
  ["suspend", (issuer) => issuer.suspend({ reference, token, until: startsAt }), done()],
  ["unsuspend", (issuer) => issuer.unsuspend({ reference, token }), done()],
  ["deactivate", (issuer) => issuer.deactivate({ reference, token, reason: "lost" }), done()],
  ["reactivate", (issuer) => issuer.reactivate({ reference, token }), done()],
  [
    "cardState",
    (issuer) => issuer.cardState(token),
    {
      token,
      state: "active",
      serialNumber: "K1",
      lastFour: "1234",
      expiryDate: "2031-11-30",
      memberLocked: false,
      adminLocked: false,
      freezeLocked: false,
      pinTries: 0,
      withdrawalLimit: "50000.00",
    },
  ],
  [
    "orderKits",
    (issuer) => issuer.orderKits({ batchRef: reference, officeId: "8", count: 10 }),
    done(),
  ],
  [
    "kitDelivery",
    (issuer) => issuer.kitDelivery(reference),
    { batchRef: reference, status: "delivered", officeId: "8", kits: [] },
  ],
];

function activated(): object {
  return {
    senderRefId: reference,
    accountNumber: "990112345006",
    lastFour: "1234",
    expiryDate: "2031-11-30",
  };
}

function done(): object {
  return { senderRefId: reference };
}

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

/** An issuer that answers whatever the test says. */
async function issuerThatAnswers(listener: RequestListener): Promise<CardIssuer> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return issuerAt(`http://127.0.0.1:${port}`);
}

/** Answers that look like one, and are none. */
function oddAnswers(good: object): [string, number, string][] {
  const text = JSON.stringify(good);
  const elsewhere = Object.fromEntries(
    Object.entries(good).map(([name, value]) => [
      name,
      ["senderRefId", "transactionId", "customerId", "token", "batchRef", "use"].includes(name)
        ? "another"
        : value,
    ]),
  );
  const refusal = { errors: [{ code: "DECLINED", message: "no" }] };
  return [
    ["an error page", 200, "<html>Bad gateway</html>"],
    ["nothing", 200, ""],
    ["half an answer", 200, text.slice(0, -1)],
    ["null", 200, "null"],
    ["a list", 200, `[${text}]`],
    ["an empty object", 200, "{}"],
    ["a yes about something else", 200, JSON.stringify(elsewhere)],
    ["a yes under 201", 201, text],
    ["taken, not decided", 202, JSON.stringify({ ...good, code: "SP" })],
    ["a yes under 500", 500, text],
    ["a no about something else", 422, JSON.stringify({ ...elsewhere, ...refusal })],
    ["a no without a subject", 422, JSON.stringify(refusal)],
    ["a no without a code", 422, JSON.stringify({ ...good, errors: [] })],
    ["a no under 400", 400, JSON.stringify({ ...good, ...refusal })],
    ["the reference reused", 409, JSON.stringify({ ...good, ...refusal })],
    ["a stranger's 404", 404, JSON.stringify({ message: "no route" })],
    ["endless text", 200, `"${"x".repeat(300_000)}"`],
  ];
}

test.each(CALLS)(
  "S103 %s: an odd answer is unknown, never a yes or a no",
  async (_name, call, good) => {
    let answer: [number, string] = [200, ""];
    const issuer = await issuerThatAnswers((_request, response) =>
      response.writeHead(answer[0]).end(answer[1]),
    );
    answer = [200, JSON.stringify(good)];
    expect((await call(issuer)).kind).not.toBe("unknown");
    for (const [name, status, body] of oddAnswers(good)) {
      answer = [status, body];
      expect([name, (await call(issuer)).kind]).toEqual([name, "unknown"]);
    }
  },
);

test.each(CALLS)("S103 %s is one request, that follows no redirect", async (_name, call) => {
  const seen: string[] = [];
  const turned = await issuerThatAnswers((request, response) => {
    seen.push(request.url ?? "");
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  expect((await call(turned)).kind).toBe("unknown");
  const broken = await issuerThatAnswers((request) => {
    seen.push(request.url ?? "");
    request.socket.destroy();
  });
  expect((await call(broken)).kind).toBe("unknown");
  expect(seen).toHaveLength(2);
  expect(seen).not.toContain("/elsewhere");
});

test.each([
  ["down", {}, false],
  ["error", {}, false],
  ["error", { effect: "kept" }, true],
  ["timeout", { effect: "kept" }, true],
  ["timeout", { effect: "lost" }, false],
])(
  "a lock under %s %j is unknown at first; asked again it is done once",
  async (mode, more, kept) => {
    const { sandbox, issuer, openCard } = await startIssuer();
    await openCard();
    await switchTo(sandbox, mode, more);
    const lock = { reference, token, scope: "member" } as const;
    const impatient = issuerAt(sandbox.url, 300);
    // What is kept must have arrived, however slow the machine.
    const asking = issuerAt(sandbox.url, mode === "timeout" ? 2_000 : 60_000);
    expect(await asking.lock(lock)).toMatchObject({ kind: "unknown" });
    expect(await impatient.cardState(token)).toMatchObject({ kind: "unknown" });
    await switchTo(sandbox, "ok");
    expect(await issuer.cardState(token)).toMatchObject({ memberLocked: kept });
    expect(await issuer.lock(lock)).toEqual({ kind: "done" });
    expect(await issuer.cardState(token)).toMatchObject({ memberLocked: true });
  },
);

test.each([
  [{ effect: "kept" }, "done", true],
  [{ effect: "lost" }, "refused", false],
])("late %j: unknown until it is decided, then %s", async (more, kind, isLocked) => {
  const { sandbox, issuer, openCard } = await startIssuer();
  await openCard();
  await switchTo(sandbox, "late", { delaySeconds: 60, ...more });
  const lock = { reference, token, scope: "member" } as const;
  expect(await issuer.lock(lock)).toMatchObject({ kind: "unknown" });
  expect(await issuer.lock(lock)).toMatchObject({ kind: "unknown" });
  expect(await issuer.cardState(token)).toMatchObject({ memberLocked: false });
  await switchTo(sandbox, "ok");
  pass(60_000);
  expect(await issuer.lock(lock)).toMatchObject({ kind });
  expect(await issuer.cardState(token)).toMatchObject({ memberLocked: isLocked });
});

test("S075 the issuer's words are kept short, and without what could be a card's number", async () => {
  const message = `Card 4000 0099 1234-5009 of \u0000 \ud800 ${"x".repeat(300)}`;
  const said = { senderRefId: reference, errors: [{ code: "DECLINED", message }] };
  const issuer = await issuerThatAnswers((_request, response) =>
    response.writeHead(422).end(JSON.stringify(said)),
  );
  const answer = await issuer.generateCvv({ reference, token });
  const reason = answer.kind === "refused" ? answer.reason : "";
  expect(reason).toMatch(/^Card … of x+$/);
  expect(reason).toHaveLength(200);
});

test("a no stays a no for its reference, when the fault is over", async () => {
  const { sandbox, issuer, openCard } = await startIssuer();
  await openCard();
  await switchTo(sandbox, "reject");
  const declined = { kind: "refused", code: "DECLINED", reason: "Declined by the issuer" };
  expect(await issuer.generateCvv({ reference, token })).toEqual(declined);
  await switchTo(sandbox, "ok");
  expect(await issuer.generateCvv({ reference, token })).toEqual(declined);
  expect(await issuer.generateCvv({ reference: "CO-2", token })).toEqual({ kind: "done" });
});
