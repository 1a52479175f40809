import { toDecimal } from "#common/money.ts";
import { keepLocked, lockMoney, releaseLock } from "#contract/moneyLock.ts";
import { LIMIT_SPANS, NO_LIMIT, setOwnLimit } from "#contract/ownLimits.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { TRANSFER_KIND_NAMES } from "#contract/transferKinds.ts";
import { sha256 } from "#server/platform/base/tokens.ts";
import { freeLocks } from "#server/domains/moneyLock/freeLocks.ts";
import { pinHmac } from "#server/domains/otp/pinHmac.ts";
import type { Answered } from "./money/desk.ts";
import type { SimulatedMember } from "./members.ts";
import { note, type Run } from "./run.ts";
import type { Process } from "./stage.ts";
import { isPaused, mayHold, type SetLimit } from "./safetyKept.ts";

const PIN = "654321";
const DAY = 24 * 60 * 60 * 1000;

async function send(
  run: Run,
  member: SimulatedMember,
  endpoint: Endpoint,
  body: Record<string, string>,
  key?: string,
): Promise<number> {
  return (await callAsMember(run, member, endpoint, { body, key })).status;
}

type Input = {
  params?: Record<string, string>;
  body?: Record<string, string>;
  key?: string | undefined;
};

/** Calls as the portal does. */
export async function callAsMember(
  run: Run,
  { guid, token, cookie }: SimulatedMember,
  { method, path }: Endpoint,
  { params = {}, body, key }: Input = {},
  { server }: Pick<Process, "server"> = run,
): Promise<Answered> {
  const values: Record<string, string> = { guid, ...params };
  const answer = await server.inject({
    method: method === "POST" ? "POST" : "GET",
    url: `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")}`,
    headers: {
      authorization: `Bearer ${token}`,
      cookie: `sid=${cookie}`,
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(body !== undefined && { payload: body }),
  });
  const told = answer.json<{ code?: string; result?: Record<string, unknown> }>();
  return { status: answer.statusCode, code: told.code ?? "", result: told.result ?? {} };
}

/** A session that has not been idle, and a verified code for exactly this where it takes one. */
export async function approve(
  { admin, app, clock }: Run,
  { id, cookie }: SimulatedMember,
  purpose: string,
  intent: Record<string, string>,
): Promise<{ pinId: string; pin: string }> {
  const pinId = app.random.uuid();
  const at = new Date(clock.now);
  await admin.query({
    name: "approve-safety",
    text: APPROVE,
    values: [
      id,
      pinId,
      purpose,
      pinHmac(app.secrets, pinId, PIN),
      JSON.stringify(intent),
      at,
      sha256(cookie),
    ],
  });
  return { pinId, pin: PIN };
}

const APPROVE = `
  with active as (
    update session set started_at = $6, last_active_at = $6 where member_id = $1
  )
  insert into otp_challenge (pin_id, member_id, purpose, pin_hmac, intent, sent_at, resend_after, expires_at,
    verified_at, browser_hash)
  values ($2, $1, $3, $4, $5, $6, $6, $6::timestamptz + interval '5 minutes', $6, $7)`;

/** Sets a limit, lower at once or higher with a code; seldom so low that little passes. */
export async function setSomeLimit(run: Run): Promise<void> {
  const { chance, members, clock, safety } = run;
  const member = chance.pick(members);
  const kind = chance.pick(TRANSFER_KIND_NAMES);
  const span = chance.pick(LIMIT_SPANS);
  const isNone = chance.below(4) === 0;
  const amount = isNone
    ? null
    : BigInt(chance.below(6) === 0 ? 0 : 500_00 + chance.below(60_000_00));
  const text = amount === null ? NO_LIMIT : toDecimal(amount);
  const wish = { limit: kind, span, amount: text };
  const at = clock.now;
  const before = safety.limits.filter(
    (one) => one.member === member.id && one.kind === kind && one.span === span,
  );
  const asked = { kind: "raise_own_limit", ...wish, account: "" };
  const code = await approve(run, member, "raise_own_limit", asked);
  note(run, `member ${member.id} sets ${kind} a ${span} to ${text}`);
  const isLower = mayBeAtOnce(before, amount, at);
  const kept = { member: member.id, kind, span, amount, at, isHeard: false, isSure: false };
  // Whether it was a raise depends on what holds, which an unheard answer leaves open: then it may be either.
  const either: SetLimit[] = [
    ...(isLower === "no" ? [] : [{ ...kept, from: at }]),
    ...(isLower === "yes" ? [] : [{ ...kept, from: at + DAY }]),
  ];
  // Before the answer, which may never come.
  safety.limits.push(...either);
  const status = await send(run, member, setOwnLimit, { ...wish, ...code });
  run.notes.push(`  ${status}`);
  if (status === 200 && isLower === "no" && isPaused(safety, member.id, at)) {
    run.promised.wrongs.push(`member ${member.id} raised a limit in the pause`);
  }
  if (status === 200) {
    for (const one of either) {
      Object.assign(one, { isHeard: true, isSure: isLower !== "perhaps" });
    }
  } else if (status < 500) {
    safety.limits = safety.limits.filter((one) => !either.includes(one));
  }
}

/** Whether this amount is no raise of what may hold. */
function mayBeAtOnce(before: readonly SetLimit[], amount: bigint | null, at: number) {
  const is = mayHold(before, at).map((one) => one === null || (amount !== null && amount <= one));
  if (is.every(Boolean)) return "yes";
  return is.some(Boolean) ? "perhaps" : "no";
}

/** Locks some money on the savings account. */
export async function lockSome(run: Run): Promise<void> {
  const { chance, members, safety } = run;
  const member = chance.pick(members);
  const amount = BigInt(1_00 + chance.below(40_000_00));
  const key = `lock-key-${String(safety.locked.size + 1).padStart(4, "0")}`;
  safety.locked.set(key, 0n);
  note(run, `member ${member.id} locks ${amount}`);
  await approve(run, member, "release_lock", {});
  const body = { accountNumber: member.savings, amount: toDecimal(amount) };
  const status = await send(run, member, lockMoney, body, key);
  if (status === 200) safety.locked.set(key, amount);
  run.notes.push(`  ${status}`);
}

/** Asks for the release of some of what is locked, perhaps of more than is. */
export async function releaseSome(run: Run): Promise<void> {
  const { admin, chance, members } = run;
  const member = chance.pick(members);
  const { rows } = await admin.query<{ locked: bigint }>({
    name: "locked-of",
    text: `select coalesce(sum(h.amount_centavos), 0)::bigint as locked
           from money_lock k join ledger_hold h on h.id = k.hold_id
           where k.member_id = $1 and k.ended_at is null and k.free_from is null`,
    values: [member.id],
  });
  const locked = rows[0]?.locked ?? 0n;
  const amount = chance.pick([locked, locked / 2n, locked + 1n]);
  if (amount === 0n) return;
  const body = { accountNumber: member.savings, amount: toDecimal(amount) };
  const code = await approve(run, member, "release_lock", { kind: "release_lock", ...body });
  note(run, `member ${member.id} releases ${amount} of ${locked}`);
  const at = run.clock.now;
  const status = await send(run, member, releaseLock, { ...body, ...code });
  if (status === 200 && isPaused(run.safety, member.id, at)) {
    run.promised.wrongs.push(`member ${member.id} released money in the pause`);
  }
  run.notes.push(`  ${status}`);
}

/** Takes a release back. */
export async function keepSome(run: Run): Promise<void> {
  const { admin, chance, members } = run;
  const { rows } = await admin.query<{ id: bigint; member_id: bigint }>({
    name: "releases",
    text: `select hold_id as id, member_id from money_lock
           where ended_at is null and free_from is not null order by hold_id`,
  });
  if (rows.length === 0) return;
  const { id, member_id: memberId } = chance.pick(rows);
  const member = members.find((one) => one.id === memberId);
  if (member === undefined) return;
  await approve(run, member, "release_lock", {});
  note(run, `member ${memberId} keeps ${id} locked`);
  run.notes.push(`  ${await send(run, member, keepLocked, { releaseId: String(id) })}`);
}

/** What the worker does with the locks whose time has come. */
export async function freeSome(run: Run): Promise<void> {
  note(run, "locks are freed");
  await freeLocks(run.app);
}
