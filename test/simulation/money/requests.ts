import { decideRequest, makeRequest } from "#contract/staff/requests.ts";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";
import { note, type Run } from "#test/simulation/run.ts";
import { beHere, callAs, callAt, type Clerk, DECIDER, heardOf } from "./desk.ts";
import { hear, newKey, type Sending, want } from "./money.ts";

/** Somebody at a desk asks for what a second person decides. */
export async function askFor(
  run: Run,
  clerk: Clerk,
  kind: RequestKind,
  payload: Record<string, unknown>,
): Promise<void> {
  const { money } = run;
  money.asked.push({ kind, payload });
  const body = { kind, payload, reason: "The member came to the counter", documents: [] };
  const key = `${newKey(run, "request")}-${money.asked.length}`;
  const { status, code } = await callAs(run, clerk, makeRequest, { body, key });
  run.notes.push(`  ${kind} is asked for: ${status} ${code}`);
  if (status === 200 && run.chance.below(10) < 7) await decideOne(run);
}

type Open = { id: string; kind: RequestKind; payload: Record<string, string>; hash: string };

/** A second person decides one of those that are open, as a rule with a yes. */
export async function decideOne(run: Run): Promise<void> {
  await (
    await decisionOf(run)
  )?.(run);
}

/** Gets ready what a process is then told of one of them; undefined when none is open. */
export async function decisionOf(run: Run): Promise<Sending | undefined> {
  const { admin, chance, notes } = run;
  const { rows } = await admin.query<Open>({
    name: "open-requests",
    text: `select id::text, kind, payload, payload_hash as hash from staff_request
           where state = 'open' order by made_at, id`,
  });
  if (rows.length === 0) return undefined;
  const open = chance.pick(rows);
  const { id, kind, payload, hash } = open;
  const isYes = chance.below(100) < 88;
  const wanted = isYes && kind === "cash_withdrawal" ? wantOut(run, open) : undefined;
  const isFirst = wanted?.isNew ?? true;
  await beHere(run, DECIDER);
  note(run, `${kind} ${Object.values(payload).join(" ")} is ${isYes ? "approved" : "rejected"}`);
  const body = {
    decision: isYes ? "approve" : "reject",
    payloadHash: hash,
    note: isYes ? "" : "Not proved",
  };
  return async (at) => {
    const input = { params: { requestId: id }, body };
    const answer = await callAt(at, DECIDER, decideRequest, input);
    // A second yes is refused since there was a first.
    if (wanted !== undefined && answer.code !== "request_decided") {
      hear(wanted.wanted, heardOf(answer), isFirst);
    }
    notes.push(`  ${answer.status} ${answer.code}`);
  };
}

/** Cash goes out with the yes, if it was asked for like that. */
function wantOut(run: Run, { id, payload }: Open) {
  const { money, members } = run;
  const { accountNumber = "", amount = "" } = payload;
  const isAsked = money.asked.some(
    (one) => one.payload["accountNumber"] === accountNumber && one.payload["amount"] === amount,
  );
  const member = members.find(({ savings, me }) => [savings, me].includes(accountNumber));
  if (!isAsked || member === undefined) {
    money.wrongs.push(`nobody asked for ${amount} of ${accountNumber}`);
    return undefined;
  }
  const key = `request:${id}`;
  const isNew = !money.wanted.has(key);
  const wanted = want(run, {
    key,
    what: "withdrawal",
    member,
    account: accountNumber,
    amount: BigInt(amount.replace(".", "")),
    settles: false,
  });
  return { wanted, isNew };
}
