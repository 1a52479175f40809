import { expect, test } from "vitest";
import { login } from "#contract/auth.ts";
import { startSandbox } from "#sandbox/startSandbox.ts";
import { listenForReports } from "#server/platform/messages/listenForReports.ts";
import { newBrowser } from "#test/support/browser.ts";
import { drainJobs } from "#test/support/drainJobs.ts";
import { makeWorld } from "#test/support/makeWorld.ts";

test("S052 a code goes to the sandbox's phone over SMPP, and its receipt comes back", async () => {
  const sandbox = await startSandbox({ port: 0, smppPort: 0, now: () => new Date() });
  const world = await makeWorld({ SMS_URL: "", SMPP_URL: `smpp://127.0.0.1:${sandbox.smppPort}` });
  const listener = listenForReports(world.app);
  try {
    const member = await world.makeMember();
    const { username, password } = member;
    const states = async () =>
      (await world.app.db.selectFrom("text_message").select("state").execute()).map(
        ({ state }) => state,
      );
    const fault = (mode: string) =>
      fetch(`${sandbox.url}/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ target: "sms", mode }),
      });
    const phone = async () => {
      const answer = await fetch(
        `${sandbox.url}/sms?to=${encodeURIComponent(member.mobileNumber ?? "")}`,
      );
      return (await answer.json()) as { text: string }[];
    };

    await fault("reject");
    expect(await world.call(login, { body: { username, password } }, newBrowser())).toMatchObject({
      status: true,
    });
    await drainJobs(world.app);
    expect(await states()).toEqual(["failed"]);
    expect(await phone()).toEqual([]);

    await fault("ok");
    world.passSeconds(301);
    await world.call(login, { body: { username, password } }, newBrowser());
    await drainJobs(world.app);
    await expect.poll(states).toEqual(["failed", "delivered"]);
    expect(await phone()).toMatchObject([{ text: expect.stringMatching(/^\d{6} /) }]);
  } finally {
    await listener.stop();
    await world.close();
    await sandbox.close();
  }
});
