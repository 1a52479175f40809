import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { sealCall } from "#contract/fieldCipher.ts";
import { getTransferDetails } from "#contract/transferDetails.ts";
import { freePort } from "#test/support/freePort.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { processEnvironment, startProcess } from "#test/support/serverProcess.ts";
import * as acts from "#test/support/transferActs.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

function environment(more: Record<string, string> = {}) {
  return { ...processEnvironment(world.app.config), LOG_LEVEL: "info", ...more };
}

/** A sign-in over the wire; its password computation is what takes the time. */
async function sealedLogin(address: string, username: string, password: string) {
  const config = (await (await fetch(`${address}/api/config`)).json()) as {
    result: { enc: Parameters<typeof sealCall>[0]["key"] };
  };
  const sealed = await sealCall({
    key: config.result.enc,
    method: login.method,
    path: login.path,
    fields: { username, password },
    timestamp: world.app.now().getTime(),
  });
  return {
    method: login.method,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-mfe": sealed.header,
    },
    body: sealed.body,
  };
}

test("R23 SIGTERM lets calls under way be answered, and the API ends with 0 within ten seconds", async () => {
  const members = await Promise.all(Array.from({ length: 16 }, () => world.makeMember()));
  // One password at a time: most of the sign-ins wait in the queue when the signal comes.
  const metricsPort = await freePort();
  const api = await startProcess(
    "src/server/entry/main.ts",
    environment({ HASH_CONCURRENCY: "1", METRICS_PORT: String(metricsPort) }),
  );
  const address = `http://127.0.0.1:${api.port}`;
  const calls = await Promise.all(
    members.map(({ username, password }) => sealedLogin(address, username, password)),
  );
  let answered = 0;
  const answers = calls.map(async (call) => {
    const answer = await fetch(`${address}/api${login.path}`, call);
    answered += 1;
    return { httpStatus: answer.status, body: (await answer.json()) as { status: boolean } };
  });
  // Each is being computed, waits for its turn, or is done.
  const arrived = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const figure = (name: string) =>
      Number(new RegExp(`^${name}\\{.*\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
    return figure("password_hashes_total") + figure("password_hashes_waiting");
  };
  await expect.poll(arrived, { interval: 5 }).toBeGreaterThanOrEqual(members.length - 1);
  const answeredBefore = answered;
  const stopped = api.stop();
  const all = await Promise.all(answers);
  expect(await stopped).toBe(0);
  expect(answeredBefore).toBeLessThan(members.length);
  expect(all.map(({ httpStatus, body }) => [httpStatus, body.status])).toEqual(
    members.map(() => [200, true]),
  );
  await expect(fetch(`${address}/health/live`)).rejects.toThrow("fetch failed");
});

test("R23 behind a proxy, an API that is told to stop says so first and still answers what comes", async () => {
  const api = await startProcess("src/server/entry/main.ts", environment({ DRAIN_MS: "60000" }));
  const address = `http://127.0.0.1:${api.port}`;
  try {
    const config = await fetch(`${address}/api/config`);
    expect([config.status, config.headers.get("connection")]).toEqual([200, "keep-alive"]);
    api.child.kill("SIGTERM");
    const ready = async () => (await fetch(`${address}/health/ready`)).status;
    await expect.poll(ready).toBe(503);
    const late = await fetch(`${address}/api/config`);
    expect([late.status, late.headers.get("connection")]).toEqual([200, "close"]);
  } finally {
    api.child.kill("SIGKILL");
  }
  expect(await api.stop()).toBe(null);
});

test("R23 a worker that is stopped while the issuer thinks leaves a transfer that the next one ends right", async () => {
  const member = await world.makeMember({ savings: 10_000_00n, card: {} });
  const browser = await world.signIn(member);
  await acts.fault(world, "slow", { delaySeconds: 6 });
  // The order first: a worker would take the text with its code away from the test's own delivery.
  const refNo = await acts.transfer(world, member, browser, { amount: 1_000_00n });
  const patient = environment({ ISSUER_TIMEOUT_MS: "30000" });
  const first = await startProcess("src/server/entry/workerMain.ts", patient);
  const state = async () => {
    const input = { params: { guid: member.guid, refNo }, query: {} };
    const answer = await world.call(getTransferDetails, input, browser);
    return answer.status ? answer.result.state : answer.code;
  };
  await expect.poll(state).toBe("sent");
  expect(await first.stop()).toBe(0);
  expect(["sent", "credited"]).toContain(await state());

  await acts.fault(world, "ok");
  const second = await startProcess("src/server/entry/workerMain.ts", environment());
  try {
    world.passSeconds(31);
    await expect.poll(state).toBe("credited");
    expect(await acts.moneyOf(world, member)).toEqual({
      savings: 9_000_00n,
      card: 1_000_00n,
      issuer: 1_000_00n,
    });
    await acts.assertBooksHold(world);
  } finally {
    expect(await second.stop()).toBe(0);
  }
  expect(`${first.output()}${second.output()}`).not.toMatch(/error handlers|"level":(50|60)/);
});
