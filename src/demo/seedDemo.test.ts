import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealPin } from "#contract/pinBlock.ts";
import type { App } from "#server/platform/app.ts";
import { assertNoDemoData } from "#server/db/assertNoDemoData.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { fieldOf } from "#server/domains/cards/state/cardEvents.ts";
import { figuresOf } from "#server/domains/loans/desk/figures.ts";
import { openTotpSecret, totpStep } from "#server/platform/secrets/totp.ts";
import { type DemoBank, openDemoBank } from "#test/support/demoBank.ts";
import { demoKitNumber } from "./demoCard.ts";
import { openIssuerCards } from "./openIssuerCards.ts";
import { seedDemo } from "./seedDemo.ts";

let bank: DemoBank;
let sandbox: DemoBank["sandbox"];
let app: App;

beforeAll(async () => {
  bank = await openDemoBank();
  ({ app, sandbox } = bank);
});

afterAll(() => bank.close());

test("S031 the database says that it holds demo data", async () => {
  await expect(assertNoDemoData(app.pool)).rejects.toThrow("holds demo data");
});

test("the issuer knows each card in use as we do: locks, state and limit", async () => {
  const cards = await app.db
    .selectFrom("card")
    .select(["token", "last_four", "status", "member_locked", "admin_locked"])
    .select("withdrawal_limit_centavos")
    .where("token", "is not", null)
    .execute();
  expect(cards.length).toBeGreaterThan(15);
  for (const card of cards) {
    expect(await app.issuer.cardState(card.token ?? "")).toMatchObject({
      kind: "card",
      lastFour: card.last_four,
      state: card.status,
      memberLocked: card.member_locked,
      adminLocked: card.admin_locked,
      withdrawalLimit: card.withdrawal_limit_centavos,
    });
  }
});

test("S169 the plastic in the offices is the issuer's, and what waits for it can be activated", async () => {
  const kits = await app.db
    .selectFrom("card_kit as k")
    .leftJoin("card_application as a", "a.id", "k.application_id")
    .leftJoin("card as c", "c.id", "a.card_id")
    .select(["k.token", "k.last_four", "k.serial", "k.kind", "k.state"])
    .select(["a.reference", "a.issuer_customer_id", "c.account_no", "c.status", "c.perso_status"])
    .orderBy("k.id")
    .execute();
  expect(kits.filter(({ state }) => state === "in_stock").length).toBeGreaterThan(100);
  const waiting = kits.filter(({ state }) => state !== "in_stock");
  expect(waiting.map(({ status, perso_status: named }) => `${status} ${named}`).toSorted()).toEqual(
    ["active failed", "active for_activation", "active for_pickup", "for_pickup not_applied"],
  );
  for (const kit of waiting) {
    expect(await app.issuer.cardState(kit.token)).toMatchObject({
      state: kit.kind === "generic" ? "in_stock" : "produced",
      lastFour: kit.last_four,
    });
  }
  const key = await app.issuer.pinKey();
  if (key.kind !== "key") throw new Error(key.reason);
  const [first] = waiting.filter(({ kind }) => kind === "generic");
  const linked = await app.issuer.linkCard({
    reference: "SEED-1",
    token: first?.token ?? "",
    customerId: first?.issuer_customer_id ?? "",
    number: demoKitNumber(first?.serial ?? ""),
    // As the portal seals it: to the card account that the member's profile names.
    newPin: await sealPin({
      key,
      purpose: "new",
      accountNo: first?.account_no ?? "",
      pin: "314159",
    }),
  });
  expect(linked).toMatchObject({ kind: "activated", accountNo: first?.account_no });
  const failed = waiting.find(({ perso_status: named }) => named === "failed");
  const tried = { reference: `${failed?.reference}-A1`, token: failed?.token ?? "" };
  expect(await app.issuer.retryActivation(tried)).toMatchObject({
    kind: "activated",
    accountNo: failed?.account_no,
  });
});

test("the customers under review wait at the issuer for a person, and each card with a name cost its fee", async () => {
  const applications = await app.db
    .selectFrom("card_application")
    .select(["stage", "kind", "issuer_transaction_id", "fee_centavos", "fee_entry_id"])
    .execute();
  for (const { stage, issuer_transaction_id: id } of applications) {
    if (stage !== "review") continue;
    expect(await app.issuer.investigation(id ?? "")).toEqual({ kind: "pending" });
  }
  const named = applications.filter(({ kind }) => kind === "personalized");
  expect(named.map(({ fee_centavos: fee }) => fee)).toEqual(named.map(() => 150_00n));
  expect(named.every(({ fee_entry_id: entry }) => entry !== null)).toBe(true);
});

test("S129 the sandbox's authenticator shows the code of each of the demo's staff", async () => {
  const staff = await app.db
    .selectFrom("staff as s")
    .innerJoin("staff_role as r", "r.staff_id", "s.id")
    .select(["s.username", "s.totp_secret", "r.role"])
    .orderBy("s.id")
    .execute();
  expect(staff.map(({ role }) => role)).toEqual([
    "teller",
    "card_officer",
    "loan_officer",
    "fraud_officer",
    "supervisor",
    "supervisor",
    "auditor",
    "administrator",
  ]);
  for (const { username, totp_secret: sealed } of staff) {
    const answer = await fetch(new URL(`/totp?user=${username}`, sandbox.url));
    // The sandbox's own answer.
    const { code } = (await answer.json()) as { code: string };
    const secret = openTotpSecret(app, username, sealed ?? Buffer.alloc(0));
    expect(totpStep(secret, code, app.now())).toBeDefined();
  }
});

test("the loan desk has an application to begin, one to verify and one to approve, each as its steps left it", async () => {
  const applications = await app.db
    .selectFrom("loan_application as a")
    .innerJoin("member as m", "m.id", "a.member_id")
    .leftJoin("staff as s", "s.id", "a.assigned_staff_id")
    .select(["m.username", "a.product", "a.state", "a.version", "a.application_no"])
    .select(["s.username as owner", "a.proposed_centavos"])
    // The others wait for their member, or have ended (demoPast.test.ts).
    .where("a.state", "in", ["submitted", "for_verification", "for_approval"])
    .orderBy("a.filed_at")
    .execute();
  expect(applications).toEqual([
    expect.objectContaining({ state: "for_approval", version: 3, owner: "loan.demo" }),
    expect.objectContaining({ state: "for_verification", version: 2, owner: "loan.demo" }),
    expect.objectContaining({ state: "submitted", version: 1, owner: null }),
  ]);
  const [toApprove] = applications;
  const figures = await figuresOf(app.db, toApprove?.application_no ?? "", {
    principal: toApprove?.proposed_centavos ?? 0n,
    months: 24,
    at: app.now(),
  });
  // Nothing in the way of an approver.
  expect(figures).toMatchObject({ principal: 90_000_00n, breaks: [] });
});

test("B05 four people are on the books without online access: three may join, one has no number", async () => {
  const newcomers = await app.db
    .selectFrom("member as m")
    .innerJoin("member_account as a", "a.member_id", "m.id")
    .select(["m.membership_no", "m.mobile_number", "m.password_hash"])
    .where("m.username_key", "is", null)
    .where("a.product", "=", "savings")
    .orderBy("m.membership_no")
    .execute();
  expect(newcomers).toEqual([
    { membership_no: "0001202600021019", mobile_number: "+639995551100", password_hash: null },
    { membership_no: "0001202600021027", mobile_number: null, password_hash: null },
    { membership_no: "0001202600021035", mobile_number: "+639995551101", password_hash: null },
    { membership_no: "0006202600021048", mobile_number: "+639995551102", password_hash: null },
  ]);
});

test("every card of the demo came to its state by events that the table of transitions allows", async () => {
  const cards = await app.db
    .selectFrom("card")
    .select(["id", "status", "perso_status", "member_locked", "admin_locked"])
    .orderBy("id")
    .execute();
  const events = await app.db
    .selectFrom("card_event")
    .select(["card_id", "field", "from_status", "to_status", "reason", "at"])
    .orderBy("id")
    .execute();
  expect(cards.length).toBeGreaterThan(30);
  for (const card of cards) {
    const now = { status: "not_applied", perso_status: "not_applied", member: false, admin: false };
    // What a freeze locked is the desks' (demoSafety.test.ts).
    const own = events.filter(
      ({ card_id: id, field }) => id === card.id && field !== fieldOf.freeze_card,
    );
    for (const { field, to_status: to, reason } of own) {
      expect(reason).toBe("opening");
      if (field === "status" || field === "perso_status") now[field] = to;
      else now[field === "member_locked" ? "member" : "admin"] = to === "locked";
    }
    expect({ id: card.id, ...now }).toEqual({
      id: card.id,
      status: card.status,
      perso_status: card.perso_status,
      member: card.member_locked,
      admin: card.admin_locked,
    });
    const moments = own.map(({ at }) => at.getTime());
    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  }
});

test("the demo's books keep every invariant", async () => {
  expect(await checkInvariants(app.db)).toEqual([]);
});

test("every card's balance is the sum of its history, and the issuer says the same", async () => {
  const cards = await app.db
    .selectFrom("card as c")
    .innerJoin("ledger_account as l", "l.id", "c.ledger_account_id")
    .leftJoin("card_transaction as t", "t.card_id", "c.id")
    .select((eb) => [
      "c.account_no",
      "l.balance_centavos",
      eb.fn.sum("t.amount_centavos").as("history"),
    ])
    .groupBy(["c.id", "l.id"])
    .execute();
  expect(cards.length).toBeGreaterThan(20);
  for (const card of cards) {
    const issuer = await app.issuer.balance(card.account_no ?? "");
    expect({ ...card, history: BigInt(card.history ?? 0), issuer }).toEqual({
      ...card,
      history: card.balance_centavos,
      issuer: card.balance_centavos,
    });
  }
});

test("the member whose load limit is nearly used may receive 500.00 more", async () => {
  const { left } = await app.db
    .selectFrom("card_load as l")
    .innerJoin("card as c", "c.id", "l.card_id")
    .innerJoin("card_tier as t", "t.card_type", "c.card_type")
    .select((eb) =>
      eb("t.monthly_load_limit_centavos", "-", eb.ref("l.loaded_centavos")).as("left"),
    )
    .where("c.account_no", "=", "990112349750")
    .orderBy("l.month", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(left).toBe(500_00n);
});

test("the first member sees transfers that arrived and one that came back, each with its notices", async () => {
  const transfers = await app.db
    .selectFrom("transfer as t")
    .innerJoin("card as c", "c.id", "t.card_id")
    .select(["t.ref_no", "t.state", "t.member_id"])
    .where("c.account_no", "=", "990112345006")
    .where("t.kind", "=", "own")
    .execute();
  const inState = (state: string) => transfers.filter((transfer) => transfer.state === state);
  expect(inState("credited").length).toBeGreaterThanOrEqual(2);
  expect(inState("returned")).toHaveLength(1);
  const notices = await app.db
    .selectFrom("notification")
    .select(["kind", "params", "read_at"])
    .where("member_id", "=", transfers[0]?.member_id ?? 0n)
    .orderBy("id", "desc")
    .execute();
  const returned = inState("returned")[0]?.ref_no ?? "";
  const about = notices.filter(({ params }) => JSON.stringify(params).includes(returned));
  expect(about.map(({ kind }) => kind)).toEqual(["transfer_returned", "transfer_accepted"]);
  expect(notices.at(-1)?.kind).toBe("welcome");
  expect(notices.some(({ kind }) => kind === "transfer_credited")).toBe(true);
  expect(notices.some(({ read_at }) => read_at === null)).toBe(true);
  expect(notices.some(({ read_at }) => read_at !== null)).toBe(true);
});

test("the load of a month is what was topped up and what came back from other banks in it", async () => {
  const rows = await app.db
    .selectFrom("card_load as l")
    .select((eb) => [
      "l.card_id",
      "l.month",
      "l.loaded_centavos",
      eb
        .selectFrom("transfer as t")
        .leftJoin("rail_transfer as r", "r.ref_no", "t.ref_no")
        .select(
          sql<bigint>`sum(t.amount_centavos + case when t.kind = 'own' then 0 else t.fee_centavos end)::bigint`.as(
            "sum",
          ),
        )
        .whereRef("t.card_id", "=", "l.card_id")
        .where(
          sql<boolean>`((t.kind = 'own' and t.state = 'credited' and t.load_month = l.month)
            or (r.going_back = 'from_rail' and t.state = 'returned'
              and to_char(t.returned_at at time zone 'Asia/Manila', 'YYYY-MM') = l.month))`,
        )
        .as("arrived"),
    ])
    .execute();
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ loaded_centavos, arrived }) => loaded_centavos !== arrived)).toEqual([]);
});

test("seeding again changes nothing, and gives back cards the issuer lost", async () => {
  const before = await app.db
    .selectFrom("posting")
    .select((eb) => eb.fn.countAll().as("n"))
    .execute();
  expect(await seedDemo(app)).toEqual({ members: 0, staff: 0, issuerCards: 0 });
  const after = await app.db
    .selectFrom("posting")
    .select((eb) => eb.fn.countAll().as("n"))
    .execute();
  expect(after).toEqual(before);
  expect(await openIssuerCards(app)).toBe(0);
});
