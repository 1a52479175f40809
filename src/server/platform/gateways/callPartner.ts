import http from "node:http";
import https from "node:https";

/** One request to a partner, never repeated here. */
export type PartnerCall = {
  method: "GET" | "POST" | "PUT";
  url: URL;
  headers: Record<string, string>;
  /** Serialized already, so that a signature covers the very bytes. */
  body?: string | Uint8Array;
  /** The media type of body and answer; JSON by default. */
  mediaType?: string;
  timeoutMs: number;
  /** The longest answer that is read; 256 kB unless a file is asked for. */
  mostBytes?: number;
  /** Whom TLS trusts; without it, the authorities that Node trusts. */
  agent?: https.Agent | undefined;
};

/**
 * The answer. 'none' says nothing about whether the partner did it, unless `hasLeft` is false: then there was
 * no connection, and the partner has received nothing.
 */
export type PartnerAnswer =
  | { kind: "answer"; status: number; body: unknown }
  | { kind: "none"; reason: string; hasLeft: boolean; isTooLong?: boolean };

/** The answer's very bytes, with the headers that sign them. */
export type PartnerBytes =
  | { kind: "answer"; status: number; headers: http.IncomingHttpHeaders; bytes: Buffer }
  | Extract<PartnerAnswer, { kind: "none" }>;

const MOST_BYTES = 256 * 1024;

/**
 * Sends a request to a partner over HTTP. Never throws and never retries: no connection, no answer in time, a
 * redirect (it would carry the credentials to another address), an oversized answer or one that is not JSON
 * are all 'none', with a reason that holds nothing of the request.
 */
export async function callPartner(call: PartnerCall): Promise<PartnerAnswer> {
  const answer = await callPartnerForBytes(call);
  if (answer.kind === "none") return answer;
  try {
    const body: unknown = JSON.parse(answer.bytes.toString("utf8"));
    return { kind: "answer", status: answer.status, body };
  } catch (error) {
    return { kind: "none", reason: reasonOf(error), hasLeft: true };
  }
}

/** As callPartner, for an answer that is not JSON or whose signature covers its bytes. */
export async function callPartnerForBytes(call: PartnerCall): Promise<PartnerBytes> {
  const sent = { hasLeft: false };
  try {
    const { status, headers, bytes } = await exchange(call, sent);
    if (status >= 300 && status < 400) return { kind: "none", reason: "a redirect", hasLeft: true };
    if (bytes === undefined)
      return { kind: "none", reason: "the answer is too long", hasLeft: true, isTooLong: true };
    return { kind: "answer", status, headers, bytes };
  } catch (error) {
    return { kind: "none", reason: reasonOf(error), hasLeft: sent.hasLeft };
  }
}

async function exchange(
  call: PartnerCall,
  sent: { hasLeft: boolean },
): Promise<{ status: number; headers: http.IncomingHttpHeaders; bytes: Buffer | undefined }> {
  const { method, url, headers, body, timeoutMs, agent, mostBytes = MOST_BYTES } = call;
  const { mediaType = "application/json" } = call;
  const isSecure = url.protocol === "https:";
  const options: https.RequestOptions = {
    method,
    headers: {
      accept: mediaType,
      ...(body === undefined
        ? {}
        : { "content-type": mediaType, "content-length": Buffer.byteLength(body) }),
      ...headers,
    },
    signal: AbortSignal.timeout(timeoutMs),
    ...(agent === undefined ? {} : { agent }),
  };
  const request = isSecure ? https.request(url, options) : http.request(url, options);
  request.on("socket", (socket) => {
    const connected = () => (sent.hasLeft = true);
    if (request.reusedSocket) connected();
    else socket.once(isSecure ? "secureConnect" : "connect", connected);
  });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on("response", resolve).on("error", reject).end(body);
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes: await readBounded(response, mostBytes),
  };
}

async function readBounded(
  response: http.IncomingMessage,
  mostBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return "the answer is not JSON";
  if (!(error instanceof Error)) return "no answer";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error.name === "AbortError" || error.name === "TimeoutError") return "no answer in time";
  return code === "" ? "no connection" : `no connection (${code})`;
}
