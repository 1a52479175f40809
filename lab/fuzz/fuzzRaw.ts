import type { Bench } from "./fuzzCalls.ts";
import { inLanes } from "./inLanes.ts";
import { mutate } from "./mutations.ts";
import { sendRaw } from "./sendRaw.ts";

const LANES = 12;
const MOST_FAILURES = 20;

/** Sends right requests whose bytes were changed, and judges every answer. */
export async function fuzzRaw(
  bench: Bench,
  { seed, raw }: { seed: number; raw: number },
): Promise<void> {
  const bases = basesOf(bench);
  await inLanes(raw, LANES, async (index) => {
    const call = mutate(bases, seed, index);
    const statuses = await sendRaw(bench.portalUrl, call);
    const name = `raw: ${call.name}`;
    for (const status of statuses) bench.tally.count(name, String(status), "raw");
    if (statuses.length === 0) bench.tally.count(name, "no answer", "raw");
    const fault = statuses.find((status) => status >= 500);
    if (fault !== undefined) {
      const bytes = call.parts.map((part) => part.bytes).join("");
      const replay = `printf %b ${JSON.stringify(bytes)} | nc ${new URL(bench.portalUrl).host.replace(":", " ")}`;
      bench.tally.fail({ what: `${name}: ${fault}`, index, replay });
    }
    return bench.tally.failures.length < MOST_FAILURES;
  });
  const alive = await fetch(`${bench.portalUrl}/health/ready`);
  if (alive.status !== 200) {
    bench.tally.fail({ what: `ready afterwards: ${alive.status}`, index: raw, replay: "" });
  }
}

/** Right requests of each form: with and without a body, a session, a page. */
function basesOf({ portalUrl, member }: Bench): string[] {
  const { host } = new URL(portalUrl);
  const session = Object.entries(member.headers()).map(([name, value]) => `${name}: ${value}`);
  const request = (line: string, headers: string[], body = "") =>
    [`${line} HTTP/1.1`, `Host: ${host}`, ...headers, "", body].join("\r\n");
  const withBody = (path: string, type: string, body: string, headers: string[] = []) =>
    request(
      `POST ${path}`,
      [...headers, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`],
      body,
    );
  return [
    request("GET /login", ["Cookie: lang=fil", "Accept-Encoding: br"]),
    request("GET /api/config", ["Accept-Language: fil"]),
    request("GET /api/offices?LIMIT=100000", session),
    withBody("/api/v2/login", "application/x-www-form-urlencoded", "username=a&password=b", [
      "X-MFE: mfe1.k.AAAA.1",
    ]),
    withBody(
      "/api/otp/send",
      "application/json",
      '{"memberGuid":"x","intent":{"kind":"own"}}',
      session,
    ),
    withBody("/api/csp-reports", "application/csp-report", '{"csp-report":{}}'),
    request("GET /socket.io/?EIO=4&transport=polling", []),
  ];
}
