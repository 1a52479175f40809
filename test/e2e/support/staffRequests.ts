import { randomUUID } from "node:crypto";
import type { RequestKind } from "#contract/staff/requestPayloads.ts";
import { decideRequest, getRequest, makeRequest } from "#contract/staff/requests.ts";
import { type BankClient, callBank } from "#test/client/bankClient.ts";

/** Asks for what a second person decides; answers the request's id. Throws when it is refused. */
export async function askFor(
  maker: BankClient,
  kind: RequestKind,
  payload: Record<string, string | number>,
  reason: string,
): Promise<string> {
  const answer = await callBank(maker, makeRequest, {
    body: { kind, payload, reason, documents: [] },
    idempotencyKey: randomUUID(),
  });
  const id = answer.body.result?.["requestId"];
  if (typeof id !== "string") throw new Error(`${kind}: ${answer.body.message}`);
  return id;
}

/** Approves what this person sees. Throws when that is refused. */
export async function approve(checker: BankClient, requestId: string): Promise<void> {
  const { body } = await callBank(checker, getRequest, { params: { requestId } });
  const payloadHash = String(body.result?.["payloadHash"]);
  const decision = { decision: "approve", payloadHash, note: "" };
  const answer = await callBank(checker, decideRequest, { params: { requestId }, body: decision });
  if (answer.httpStatus !== 200) throw new Error(`approve: ${answer.body.message}`);
}
