import { sendOtp } from "#contract/auth.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { refusals } from "#contract/refusals.ts";
import type { Actor } from "./actors.ts";
import type { makeForeignCheck } from "./foreign.ts";
import { aboutOf, type Known } from "./known.ts";
import { watchApproval } from "./approvedCall.ts";
import { inLanes } from "./inLanes.ts";
import { type PlannedCall, planner } from "./planCalls.ts";
import { type Answer, curlOf, type Request, requestOf, send, type ServerKey } from "./send.ts";
import type { Tally } from "./tally.ts";

export type Bench = {
  portalUrl: string;
  key: () => Promise<ServerKey>;
  member: Actor;
  ownGuid: string;
  /** Of members who make no calls. */
  othersGuids: readonly string[];
  /** Waits for the next code that reaches the member's phone. */
  watchCodes: () => Promise<() => Promise<string>>;
  staff: readonly Actor[];
  /** The staff, by route and place, who were told that their role does not allow it. */
  denied: Set<string>;
  known: Known;
  foreign: ReturnType<typeof makeForeignCheck>;
  tally: Tally;
  /** Called now and then with how many calls are done. */
  onProgress: (done: number) => void;
};

/** These would have the one member who calls wait for codes that a run uses up, or lock the one card for good. */
const KEEPS_OUT = new Set([
  "closeMemberAccess",
  "endMemberSession",
  "endMemberSessions",
  "lockMemberCard",
]);
const LANES = 6;
const OTHERS_A_WHILE = 5;
const TOLD_EVERY = 1_000;
/** After so many different failures the rest says nothing new. */
const MOST_FAILURES = 20;

/** Makes the calls of a seed and judges every answer. */
export async function fuzzCalls(
  bench: Bench,
  { seed, calls }: { seed: number; calls: number },
): Promise<void> {
  const plan = planner(seed, bench.staff.length);
  await inLanes(calls, LANES, async (index) => {
    if (index % TOLD_EVERY === 0) bench.onProgress(index);
    await makeCall(bench, index, plan(index));
    return bench.tally.failures.length < MOST_FAILURES;
  });
}

async function makeCall(bench: Bench, index: number, planned: PlannedCall): Promise<void> {
  const { known, tally, foreign } = bench;
  const about = aboutOf(planned.endpoint);
  // Filled in field by field: each part keeps its type.
  const call = {
    ...planned,
    params: known.resolve(planned.params, about) as Record<string, unknown>,
    query: known.resolve(planned.query, about) as Record<string, unknown>,
    body: known.resolve(planned.body, about),
  };
  const actor = await actorOf(bench, planned, index);
  if (actor === bench.member && index % OTHERS_A_WHILE !== 0) nameOneself(call, bench.ownGuid);
  if (KEEPS_OUT.has(planned.endpoint.name)) nameAnother(call, bench, index);
  const request = await requestOf(call, await bench.key(), {
    "x-forwarded-for": addressOf(actor === undefined ? index : 0),
    ...actor?.headers(),
  });
  const isMembers = actor === bench.member;
  if (actor === undefined || isMembers) foreign.noteSaid(request.said);
  const { name } = planned.endpoint;
  const approval =
    isMembers && name === sendOtp.name ? await watchApproval(bench, call) : undefined;
  const kind = kindOf(bench, actor);
  const fail = (what: string) =>
    tally.fail({
      what: `${name} as ${actor?.name ?? "nobody"}: ${what}`,
      index,
      replay: curlOf(request),
    });
  let answer: Answer;
  try {
    answer = await send(bench.portalUrl, request);
  } catch (error) {
    tally.count(name, "no answer", kind);
    fail(String(error));
    return;
  }
  tally.count(name, statusOf(answer), kind);
  if (isFault(answer)) fail(`${statusOf(answer)} ${answer.text.slice(0, 200)}`);
  if (actor === undefined || isMembers) {
    const shown = answer.body === undefined ? answer.text : JSON.stringify(answer.body);
    const found = foreign.findIn(shown);
    if (found.length > 0) fail(`others in the answer: ${found.slice(0, 3).join(", ")}`);
  }
  if (answer.body?.["code"] === "not_your_role" && actor !== undefined) {
    bench.denied.add(`${name} ${bench.staff.indexOf(actor)}`);
  }
  await learn(bench, { actor, answer, request, endpoint: planned.endpoint });
  for (const next of (await approval?.(answer)) ?? []) await makeCall(bench, index, next);
}

/** What an answer brings for later calls, and for whoever called. */
async function learn(
  bench: Bench,
  {
    actor,
    answer,
    request,
    endpoint,
  }: {
    actor: Actor | undefined;
    answer: Answer;
    request: Request;
    endpoint: Endpoint;
  },
): Promise<void> {
  const { body, httpStatus } = answer;
  if (httpStatus === 200 && body !== undefined) bench.known.harvest(body, aboutOf(endpoint));
  if (actor === undefined) return;
  const isRenewed = request.headers["authorization"] === actor.headers()["authorization"];
  const token =
    body?.["result"] !== null && typeof body?.["result"] === "object"
      ? Reflect.get(body["result"], "token")
      : undefined;
  if (httpStatus === 200 && typeof token === "string" && isRenewed) {
    Object.assign(actor.client, { token });
  }
  // On the other kind's calls a right token is no token.
  const isOwnKind = endpoint.access === (actor === bench.member ? "member" : "staff");
  if (httpStatus === 401 && body?.["code"] !== "otp_incorrect" && isRenewed && isOwnKind) {
    await actor.renew();
  }
}

/** Most calls of a member are about themselves; now and then about whoever was heard of. */
function nameOneself(call: PlannedCall, guid: string): void {
  if ("guid" in call.params) Object.assign(call.params, { guid });
  if (typeof call.body !== "object" || call.body === null) return;
  if ("memberGuid" in call.body) Object.assign(call.body, { memberGuid: guid });
  if ("guid" in call.body) Object.assign(call.body, { guid });
}

function nameAnother(
  { params }: PlannedCall,
  { ownGuid, othersGuids }: Bench,
  index: number,
): void {
  if (params["memberGuid"] !== ownGuid) return;
  Object.assign(params, { memberGuid: othersGuids[index % othersGuids.length] });
}

/** Of the staff mostly somebody who may: who may not is known after the first no. */
async function actorOf(
  bench: Bench,
  { who, endpoint }: PlannedCall,
  index: number,
): Promise<Actor | undefined> {
  if (who === "nobody") return undefined;
  if (who === "member") return (await bench.member.isIn()) ? bench.member : undefined;
  const { staff, denied } = bench;
  const places = staff.map((_, step) => (who.staff + step) % staff.length);
  const may = (place: number) => !denied.has(`${endpoint.name} ${place}`);
  const isStranger = index % OTHERS_A_WHILE === 0;
  const place = isStranger ? who.staff : (places.find(may) ?? who.staff);
  const actor = staff[place];
  return (await actor?.isIn()) === true ? actor : undefined;
}

const kindOf = (bench: Bench, actor: Actor | undefined): string => {
  if (actor === undefined) return "nobody";
  return actor === bench.member ? "member" : "staff";
};

/** A refusal that is an outage by design is not the server's fault; everything else from 500 on is. */
function isFault({ httpStatus, body }: Answer): boolean {
  if (httpStatus < 500) return false;
  const code = codeOf(body);
  return httpStatus !== 503 || code === "unavailable" || !(code in refusals);
}

function codeOf(body: Answer["body"]): string {
  const code = body?.["code"];
  return typeof code === "string" ? code : "";
}

const statusOf = ({ httpStatus, body }: Answer): string =>
  httpStatus >= 500 ? `${httpStatus} ${codeOf(body)}` : String(httpStatus);

/** As the proxy in front would say it; strangers come from everywhere, or one would use up the rest's tries. */
const addressOf = (index: number): string =>
  `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
