import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { login, verifyOtp } from "#contract/auth.ts";
import { getConfig } from "#contract/config.ts";
import { sealCall } from "#contract/fieldCipher.ts";
import { type BankClient, callBank, newClient } from "#test/client/bankClient.ts";
import { freePort } from "#test/support/freePort.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import {
  processEnvironment,
  type ServerProcess,
  startProcess,
} from "#test/support/serverProcess.ts";

type Api = ServerProcess & { url: string; metricsPort: number };

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
let processes: Api[] = [];
/** Two are there: what a test left, and new ones. */
beforeEach(async () => {
  const missing = Array.from({ length: 2 - processes.length }, () => startApi());
  processes = [...processes, ...(await Promise.all(missing))];
});
afterAll(async () => {
  await Promise.all(processes.map(({ stop }) => stop()));
  await world.close();
});

async function startApi(): Promise<Api> {
  const metricsPort = await freePort();
  const environment = {
    ...processEnvironment(world.app.config),
    METRICS_PORT: String(metricsPort),
  };
  const started = await startProcess("src/server/entry/main.ts", environment);
  return { ...started, metricsPort, url: `http://localhost:${started.port}` };
}

/** As a power cut: nothing is said, nothing is finished. */
async function killAll(): Promise<void> {
  const ends = processes.map(({ child }) => once(child, "exit"));
  for (const { child } of processes) child.kill("SIGKILL");
  await Promise.all(ends);
}

/** What all processes counted, since each started, under a name and its labels. */
async function counted(name: string, label = ""): Promise<number> {
  const texts = await Promise.all(
    processes.map(async ({ metricsPort }) =>
      (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    ),
  );
  const lines = texts.flatMap((text) => text.split("\n"));
  return lines
    .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

type Prepared = { headers: Record<string, string>; body: string };

/** Calls made ready beforehand, so that they leave at the same moment. */
async function prepare(
  path: string,
  count: number,
  fields: (i: number) => Record<string, string>,
  client: BankClient,
): Promise<Prepared[]> {
  const config = await callBank(client, getConfig);
  // The shape of the contract's own answer.
  const { enc, serverTime } = config.body.result as {
    enc: { kid: string; pub: string };
    serverTime: number;
  };
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const target = { method: "POST", path, key: enc, timestamp: serverTime };
      const { header, body } = await sealCall({ ...target, fields: fields(i) });
      const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const form = "application/x-www-form-urlencoded";
      return { headers: { "content-type": form, "x-mfe": header, cookie }, body };
    }),
  );
}

async function sendAll(path: string, calls: readonly Prepared[]): Promise<string[]> {
  return Promise.all(
    calls.map(async (call, i) => {
      const { url } = processes[i % processes.length] as Api;
      const answer = await fetch(`${url}/api${path}`, { method: "POST", ...call });
      // Every answer of the API is an object with a code when it is a no.
      const { code = "ok" } = (await answer.json()) as { code?: string };
      return code;
    }),
  );
}

const tally = (codes: readonly string[]) =>
  Object.fromEntries(
    [...new Set(codes)].map((code) => [code, codes.filter((c) => c === code).length]),
  );

test("S019 200 guesses of a password over two processes are three verifications, and a power cut forgets none", async () => {
  const { username, password } = await world.makeMember();
  const client = newClient(processes[0]?.url ?? "");
  const guesses = await prepare(
    "/v2/login",
    200,
    (i) => ({ username, password: `guess number ${i}` }),
    client,
  );
  // The third of three wrong ones already hears that the name is closed.
  const {
    login_incorrect,
    login_suspended = 0,
    unavailable = 0,
    ...others
  } = tally(await sendAll("/v2/login", guesses));
  expect({ login_incorrect, without: login_suspended + unavailable, others }).toEqual({
    login_incorrect: 2,
    without: 198,
    others: {},
  });
  expect(await counted("password_hashes_total")).toBe(3);

  await killAll();
  processes = [await startApi()];
  const again = newClient(processes[0]?.url ?? "");
  const right = await callBank(again, login, { body: { username, password } });
  expect(right.body.code).toBe("login_suspended");
  expect(await counted("password_hashes_total")).toBe(0);
});

test("S019 processes that die in the middle of guessing take no try with them", async () => {
  const { username, password } = await world.makeMember();
  for (const guess of ["first", "second"]) {
    const client = newClient(processes[0]?.url ?? "");
    const { body } = await callBank(client, login, { body: { username, password: guess } });
    expect(body.code).toBe("login_incorrect");
    await killAll();
    processes = [await startApi()];
  }
  const client = newClient(processes[0]?.url ?? "");
  const third = await callBank(client, login, { body: { username, password: "third" } });
  expect(third.body.code).toBe("login_suspended");
  const right = await callBank(client, login, { body: { username, password } });
  expect(right.body.code).toBe("login_suspended");
});

test("S046 200 guesses of a code over two processes are three comparisons, and a power cut forgets none", async () => {
  const member = await world.makeMember();
  const { username, password, guid } = member;
  const client = newClient(processes[0]?.url ?? "");
  const asked = await callBank(client, login, { body: { username, password } });
  const pinId = String(asked.body.result?.["pinId"]);
  const pin = await world.codeFor(member);
  const wrong = (i: number) => String((Number(pin) + 1 + i) % 1_000_000).padStart(6, "0");
  const guesses = await prepare(
    "/otp/verify",
    200,
    (i) => ({ memberGuid: guid, pinId, pin: wrong(i) }),
    client,
  );
  // On a slow machine some wait for a connection longer than a caller may: they are compared with nothing.
  const {
    otp_incorrect,
    otp_used_up = 0,
    unavailable = 0,
    ...others
  } = tally(await sendAll("/otp/verify", guesses));
  expect({ otp_incorrect, without: otp_used_up + unavailable, others }).toEqual({
    otp_incorrect: 3,
    without: 197,
    others: {},
  });
  expect(await counted("otp_tries_total", 'outcome="incorrect"')).toBe(3);

  await killAll();
  processes = [await startApi()];
  client.portalUrl = processes[0]?.url ?? "";
  const body = { memberGuid: guid, pinId, pin };
  expect(await callBank(client, verifyOtp, { body })).toMatchObject({
    httpStatus: 409,
    body: {
      message: "Invalid OTP attempt reached. Please click resend link below to get a new OTP.",
    },
  });
});
