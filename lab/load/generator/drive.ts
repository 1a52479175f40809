import { login as loginCall } from "#contract/auth.ts";
import { type CallTarget, sealCall } from "#contract/fieldCipher.ts";
import { partiesOf, type Plan } from "#lab/load/plan.ts";
import type { Transfer } from "#lab/load/profile.ts";
import { type Arrival, isTransfer } from "#lab/load/schedule.ts";
import type { Answer } from "./httpLine.ts";
import type { Members, Seated } from "./members.ts";
import { requests } from "./requests.ts";
import type { Sender } from "./sender.ts";
import type { Tally } from "./tally.ts";

/** More than this and the bank is past helping: what comes on top is counted as failed. */
const MOST_UNDER_WAY = 20_000;

export type Promised = { pinId: string; refNo: string };

type Drive = {
  plan: Plan;
  members: Members;
  tally: Tally;
  sender: Sender;
  promised: Promised[];
  key: ReturnType<typeof keyOf>;
};

/**
 * Sends what arrives, when it arrives: nothing waits for an earlier answer, and the clock of a call runs
 * from the moment it was due, so that a bank that stops for a second has a second in its figures.
 */
export function drive(
  plan: Plan,
  { members, tally, sender }: Pick<Drive, "members" | "tally" | "sender">,
  startedAt: number,
) {
  const promised: Promised[] = [];
  const it: Drive = { plan, members, tally, sender, promised, key: keyOf(sender) };
  let transfers = 0;
  return {
    /** Sends one call, due at so many milliseconds of the run. */
    send: (arrival: Arrival): void => {
      const { call } = arrival;
      const dueAt = startedAt + arrival.atMs;
      tally.sentLate(performance.now() - dueAt);
      // Its place in the plan is taken, sent or not.
      const place = isTransfer(call) ? transfers++ : 0;
      if (sender.underWay() >= MOST_UNDER_WAY) {
        tally.failed(call, "not sent: too many under way");
        return;
      }
      start(it, arrival, { dueAt, place }).catch((error: unknown) =>
        tally.failed(call, String(error)),
      );
    },
    promised: (): readonly Promised[] => promised,
  };
}

function start(
  it: Drive,
  { call, draw }: Arrival,
  { dueAt, place }: { dueAt: number; place: number },
): Promise<unknown> {
  const { members, sender } = it;
  if (isTransfer(call)) return transfer(it, dueAt, call, place);
  if (call === "login") return signIn(it, dueAt);
  if (call === "profile") return readProfile(it, dueAt, members.anybody(draw));
  if (call === "config") {
    const { source } = members.anybody(draw).person;
    return sender.send(dueAt, call, requests.config(source));
  }
  if (call === "sendCode" || call === "refresh") {
    const who = call === "sendCode" ? members.nextForCode() : undefined;
    if (who !== undefined) return sender.send(dueAt, call, requests.sendCode(who));
    return refresh(it, dueAt, members.toRenew(draw));
  }
  const who = members.anybody(draw);
  return sender.send(dueAt, call, requests.read(call, who));
}

async function seal({ key }: Drive, target: CallTarget, fields: Record<string, string>) {
  const { kid, pub, ahead } = await key;
  const timestamp = Date.now() + ahead;
  return sealCall({ ...target, key: { kid, pub }, fields, timestamp });
}

async function readProfile(it: Drive, dueAt: number, who: Seated): Promise<void> {
  const sealed = await seal(it, { method: "GET", path: `/members/${who.person.guid}` }, {});
  await it.sender.send(dueAt, "profile", requests.profile(who, sealed));
}

async function signIn(it: Drive, dueAt: number): Promise<void> {
  const { members, tally } = it;
  const person = members.nextVisitor();
  const fields = { username: person.username, password: it.plan.password };
  const sealed = await seal(it, { method: loginCall.method, path: loginCall.path }, fields);
  const answer = await it.sender.send(dueAt, "login", requests.login(person, sealed));
  const signedIn = sessionIn(answer);
  if (signedIn === undefined) {
    if (answer.status === 200) tally.failed("login", "asked for a code");
    members.backInLine(person);
  } else {
    members.seat(person, signedIn);
  }
}

async function transfer(it: Drive, dueAt: number, call: Transfer, place: number): Promise<void> {
  const { plan, members } = it;
  const { seat, to } = partiesOf(plan, place);
  const pinId = plan.pinIds[place] ?? "";
  const answer = await it.sender.send(
    dueAt,
    call,
    requests.transfer(call, members.inSeat(seat), { to, pinId, pin: plan.pin }),
  );
  if (answer.status !== 200) return;
  const { result } = JSON.parse(answer.body) as { result: { refNo: string } };
  it.promised.push({ pinId, refNo: result.refNo });
}

async function refresh({ sender }: Drive, dueAt: number, who: Seated): Promise<void> {
  who.isRenewing = true;
  const answer = await sender.send(dueAt, "refresh", requests.refresh(who));
  who.isRenewing = false;
  if (answer.status !== 200) return;
  who.token = (JSON.parse(answer.body) as { result: { token: string } }).result.token;
}

/** The key for sealed calls, and how far the bank's clock is ahead of ours. */
async function keyOf(sender: Sender) {
  const { status, body } = await sender.ask(requests.config("127.0.0.1"));
  if (status !== 200) throw new Error(`the configuration could not be had: ${status} ${body}`);
  const { result } = JSON.parse(body) as {
    result: { serverTime: number; enc: { kid: string; pub: string } };
  };
  return { ...result.enc, ahead: Number(result.serverTime) - Date.now() };
}

function sessionIn({
  cookies,
  body,
  status,
}: Answer): { token: string; cookie: string } | undefined {
  if (status !== 200) return undefined;
  const { result } = JSON.parse(body) as { result: { token?: string } };
  const [, cookie] =
    /^sid=([\w-]+)/.exec(cookies.find((each) => each.startsWith("sid=")) ?? "") ?? [];
  return result.token === undefined || cookie === undefined
    ? undefined
    : { token: result.token, cookie };
}
