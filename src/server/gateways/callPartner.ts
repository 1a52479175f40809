/** What a partner is asked: one request, never repeated here. */
export type PartnerCall = {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  /** Serialized already, so that a signature covers the very bytes. */
  body?: string;
  timeoutMs: number;
};

/** What came back. 'none' says nothing about whether the partner did it. */
export type PartnerAnswer =
  { kind: "answer"; status: number; body: unknown } | { kind: "none"; reason: string };

const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * Asks a partner over HTTP. Never throws and never retries: no connection, no answer in time, a
 * redirect, an oversized answer or one that is not JSON are all 'none', with a reason that holds
 * nothing of the request.
 */
export async function callPartner(call: PartnerCall): Promise<PartnerAnswer> {
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: {
        accept: "application/json",
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      // A redirect would carry the credentials to another address.
      redirect: "error",
      signal: AbortSignal.timeout(call.timeoutMs),
    });
    const text = await readBounded(response);
    if (text === undefined) return { kind: "none", reason: "the answer is too long" };
    return { kind: "answer", status: response.status, body: JSON.parse(text) };
  } catch (error) {
    return { kind: "none", reason: reasonOf(error) };
  }
}

async function readBounded(response: Response): Promise<string | undefined> {
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (length > MAX_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return "the answer is not JSON";
  if (!(error instanceof Error)) return "no answer";
  if (error.name === "TimeoutError") return "no answer in time";
  const cause: unknown = error.cause;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : "";
  return typeof code === "string" && code !== "" ? `no connection (${code})` : "no connection";
}
