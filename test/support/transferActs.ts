import { sendOtp, verifyOtp } from "#contract/auth.ts";
import { toDecimal } from "#common/money.ts";
import { transferOwnAccountToCard } from "#contract/transfers.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { checkInvariants } from "#server/ledger/checkInvariants.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import type { Browser } from "./browser.ts";
import type { TestMember } from "./makeMember.ts";
import type { World } from "./makeWorld.ts";

/** What a member orders; the source is the savings account unless said. */
export type Order = { amount: bigint; source?: string; destination?: string };

export type Approval = { pinId: string; pin: string };

/** Another code than this one. */
export const wrongPin = (pin: string): string => (pin === "111111" ? "222222" : "111111");

/** Asks for a code for this very transfer, reads it on the phone and enters it, as the screen does. */
export async function approve(
  world: World,
  member: TestMember,
  browser: Browser,
  order: Order,
): Promise<Approval> {
  const sent = await askForCode(world, member, browser, order);
  const pin = await world.codeFor(member);
  const body = { memberGuid: member.guid, pinId: sent.pinId, pin };
  const verified = await world.call(verifyOtp, { body }, browser);
  if (!verified.status) throw new Error(`verify: ${verified.message}`);
  return { pinId: sent.pinId, pin };
}

export async function askForCode(world: World, member: TestMember, browser: Browser, order: Order) {
  const intent = { kind: "own" as const, ...wire(member, order) };
  const body = { memberGuid: member.guid, intent };
  const sent = await world.call(sendOtp, { body }, browser);
  if (!sent.status) throw new Error(`send: ${sent.code} ${sent.message}`);
  return sent.result;
}

/** The transfer call itself. */
export function order(
  world: Pick<World, "call">,
  member: TestMember,
  browser: Browser,
  wanted: Order,
  { pinId, pin }: Approval,
  idempotencyKey: string,
) {
  const body = { ...wire(member, wanted), pinId, pin };
  return world.call(transferOwnAccountToCard, { body }, browser, { idempotencyKey });
}

/** What an order is accepted on, as it stands in the server once the call was read. */
export function proofOf(
  world: World,
  { browser, approval }: { browser: Browser; approval: Approval },
  key: string,
  storedIntent: string,
) {
  return {
    tokenHash: sha256(browser.token ?? ""),
    cookieHash: sha256(browser.cookies.get("sid") ?? ""),
    key,
    requestHash: sha256(storedIntent),
    pinId: approval.pinId,
    pinHmac: pinHmac(world.app.secrets, approval.pinId, approval.pin),
    correlationId: key,
  };
}

/** Approved and ordered. Throws when it was refused. */
export async function transfer(
  world: World,
  member: TestMember,
  browser: Browser,
  wanted: Order,
): Promise<string> {
  const approval = await approve(world, member, browser, wanted);
  const answer = await order(world, member, browser, wanted, approval, `key-${approval.pinId}`);
  if (!answer.status) throw new Error(`order: ${answer.code} ${answer.message}`);
  return answer.result.refNo;
}

function wire(member: TestMember, { amount, source, destination }: Order) {
  return {
    source_account: source ?? member.accountNumbers.savings ?? "",
    destination_account: destination ?? member.cardAccountNo ?? "",
    amount: toDecimal(amount),
  };
}

/** The member's money everywhere: our two books, and the issuer's. */
export async function moneyOf(world: World, member: TestMember) {
  const rows = await world.app.db
    .selectFrom("ledger_account")
    .select(["code", "balance_centavos", "subledger"])
    .where("subledger", "in", [
      ...Object.values(member.accountNumbers),
      member.cardAccountNo ?? "none",
    ])
    .execute();
  const of = (code: string) => rows.find((row) => row.code === code)?.balance_centavos;
  return {
    savings: of("2010"),
    card: of("2510"),
    issuer: await world.app.issuer.balance(member.cardAccountNo ?? ""),
  };
}

/** Top-ups in transit: what has left an account and not yet arrived or come back. */
export async function inTransit(world: World): Promise<bigint> {
  const { total } = await world.app.db
    .selectFrom("posting as p")
    .innerJoin("ledger_account as a", "a.id", "p.ledger_account_id")
    .select((eb) =>
      eb.fn
        .coalesce(
          eb.fn.sum<string>(
            eb
              .case()
              .when("p.side", "=", "C")
              .then(eb.ref("p.amount_centavos"))
              .else(eb.neg(eb.ref("p.amount_centavos")))
              .end(),
          ),
          eb.val("0"),
        )
        .as("total"),
    )
    .where("a.code", "=", "2310")
    .executeTakeFirstOrThrow();
  return BigInt(total);
}

/** Throws with the names of what the books break. */
export async function assertBooksHold(world: World): Promise<void> {
  const breaches = await checkInvariants(world.app.db);
  if (breaches.length === 0) return;
  throw new Error(
    `the books break: ${breaches.map((breach) => Object.values(breach).join(" ")).join("; ")}`,
  );
}

/** Makes the issuer misbehave until told otherwise. */
export async function fault(world: World, mode: string, extra: object = {}): Promise<void> {
  world.expectSilence(["timeout", "slow"].includes(mode));
  const response = await fetch(new URL("/faults", world.sandbox.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ target: "issuer", mode, ...extra }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** How many transfers there are, by state. */
export async function states(world: World): Promise<string[]> {
  const rows = await world.app.db
    .selectFrom("transfer")
    .select("state")
    .orderBy("ref_no")
    .execute();
  return rows.map(({ state }) => state);
}
