import { randomBytes, randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getConfig } from "#contract/config.ts";
import { sealCall } from "#contract/fieldCipher.ts";
import type { TestMember } from "#test/support/makeMember.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";

let world: World;
let member: TestMember;
beforeAll(async () => {
  world = await makeWorld();
  member = await world.makeMember();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.deleteFrom("throttle").execute();
});

const form = "application/x-www-form-urlencoded";

async function sealedLogin(timestamp = world.app.now().getTime()) {
  const config = await world.call(getConfig, {});
  if (!config.status) throw new Error(config.message);
  return sealCall({
    key: config.result.enc,
    method: "POST",
    path: "/v2/login",
    fields: { username: member.username, password: "a wrong password" },
    timestamp,
  });
}

function send(header: string | undefined, body: string, url = "/api/v2/login") {
  return world.send({
    method: "POST",
    url,
    headers: { "content-type": form, ...(header !== undefined && { "x-mfe": header }) },
    body,
  });
}

async function expectNoCounterMoved() {
  expect(await world.app.db.selectFrom("throttle").selectAll().execute()).toEqual([]);
}

test("S017 plain, stale, swapped, doubled, moved and incomplete calls are all one refusal", async () => {
  const { header, body } = await sealedLogin();
  const old = await sealedLogin(world.app.now().getTime() - 121_000);
  const early = await sealedLogin(world.app.now().getTime() + 150_000);
  const [username = "", password = ""] = body.split("&");
  const answers = [
    await send(undefined, `username=${member.username}&password=${member.password}`),
    await send(header, `username=${member.username}&password=${member.password}`),
    await send(header, `${username}&password=plain-text-password`),
    await send(old.header, old.body),
    await send(early.header, early.body),
    await send(
      header,
      `${username.replace("username", "password")}&${password.replace("password", "username")}`,
    ),
    await send(header, `${body}&${body}`),
    await send(header, body, "/api/otp/verify"),
    await send(header, `${body}&extra=AAAA`),
    await send(header.replace(/^mfe1;[^;]*/, "mfe1;2020-01-01"), body),
    await send(header.replace(/^mfe1;[^;]*/, "mfe1;..-..-etc"), body),
    await send(header, username),
    await send(header, ""),
  ];
  const expected = { status: false, message: "Unable to process request", code: "unreadable_call" };
  for (const { httpStatus, body: answer } of answers) {
    expect(answer).toMatchObject(expected);
    expect(httpStatus).toBe(400);
  }
  await expectNoCounterMoved();
});

test("F13 within a session a call that opens in part was tampered with: 403, noted with its member", async () => {
  const signedIn = await world.makeMember();
  const browser = await world.signIn(signedIn);
  const config = await world.call(getConfig, {});
  if (!config.status) throw new Error(config.message);
  const { header, body } = await sealCall({
    key: config.result.enc,
    method: "POST",
    path: "/otp/verify",
    fields: { memberGuid: signedIn.guid, pinId: crypto.randomUUID(), pin: "123456" },
    timestamp: world.app.now().getTime(),
  });
  const ask = (sent: string, authorization: string | undefined) =>
    world.send(
      {
        method: "POST",
        url: "/api/otp/verify",
        headers: {
          "content-type": form,
          "x-mfe": header,
          ...(authorization !== undefined && { authorization }),
        },
        body: sent,
      },
      { ...browser, cookies: new Map(browser.cookies) },
    );
  const token = `Bearer ${browser.token}`;
  const changed = body.replace(
    /(pin=.{30})./,
    (_, kept: string) => `${kept}${body.includes(`${kept}A`) ? "B" : "A"}`,
  );
  expect(changed).not.toBe(body);
  expect(await ask(changed, undefined)).toMatchObject({ httpStatus: 400 });
  expect(await ask(changed, token)).toMatchObject({
    httpStatus: 403,
    body: { message: "Forbidden Access!", code: "tampered" },
  });
  // Nothing of it opens: a key of another day, most likely.
  const nothing = body.replaceAll(/=.{10}/g, "=AAAAAAAAAA");
  expect(await ask(nothing, token)).toMatchObject({ httpStatus: 400 });
  const { rows } = await world.app.pool.query(
    "select actor, detail ->> 'reason' as reason from audit_event where action = 'call_denied' and actor = $1",
    [signedIn.guid],
  );
  expect(rows).toEqual([{ actor: signedIn.guid, reason: "tampered" }]);
  // The call id was not used up by it.
  expect(await ask(body, token)).toMatchObject({ body: { code: "otp_incorrect" } });
});

test("S017 a call that was answered is not answered again", async () => {
  const { header, body } = await sealedLogin();
  const [first, second] = [await send(header, body), await send(header, body)];
  expect(first.body).toMatchObject({ code: "login_incorrect" });
  expect(second.body).toMatchObject({ code: "unreadable_call" });

  const race = await sealedLogin();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(race.header, race.body)));
  const opened = answers.filter(({ body: answer }) => answer["code"] !== "unreadable_call");
  expect(opened).toHaveLength(1);
});

test("S014 S017 of 10,000 changed calls none is read, none is an error of ours, no counter moves", async () => {
  const sealedAt = world.app.now();
  const { header, body } = await sealedLogin(sealedAt.getTime());
  const unexpected: unknown[] = [];
  for (let i = 0; i < 10_000; i += 50) {
    // Refused for what was changed, never for its age.
    world.setTime(sealedAt);
    const batch = Array.from({ length: 50 }, async () => {
      const inHeader = randomInt(3) === 0;
      const changed = inHeader ? change(header) : change(body);
      const answer = await send(inHeader ? changed : header, inHeader ? body : changed);
      if (answer.httpStatus !== 400) unexpected.push([changed, answer.httpStatus, answer.body]);
    });
    await Promise.all(batch);
  }
  expect(unexpected).toEqual([]);
  await expectNoCounterMoved();
  world.setTime(sealedAt);
  expect((await send(header, body)).body).toMatchObject({ code: "login_incorrect" });
});

/** One small change, of the kinds that transport or an attacker makes. */
function change(text: string): string {
  const at = randomInt(text.length);
  const other = (): string => {
    const replacement = String.fromCharCode(33 + randomInt(94));
    return replacement === text[at] ? other() : replacement;
  };
  switch (randomInt(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + other() + text.slice(at);
    case 2:
      return text.slice(0, at);
    case 3:
      return text.slice(0, at) + randomBytes(8).toString("base64url") + text.slice(at + 8);
    default:
      return text.slice(0, at) + other() + text.slice(at + 1);
  }
}

test("a key is replaced each day; the day before's works for an hour and is then deleted", async () => {
  world.setTime(new Date("2026-11-22T23:59:30Z"));
  const { header, body } = await sealedLogin();
  world.setTime(new Date("2026-11-23T00:00:30Z"));
  const config = await world.call(getConfig, {});
  expect(config).toMatchObject({ status: true, result: { enc: { kid: "2026-11-23" } } });
  expect((await send(header, body)).body).toMatchObject({ code: "login_incorrect" });

  world.setTime(new Date("2026-11-22T23:59:30Z"));
  const late = await sealedLogin();
  world.setTime(new Date("2026-11-23T01:00:30Z"));
  expect((await send(late.header, late.body)).httpStatus).toBe(400);
});

test("S017 T42 a login with a form of the wrong kind is 415 or 400, never read as plain", async () => {
  const json = await world.send({
    method: "POST",
    url: "/api/v2/login",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: member.username, password: member.password }),
  });
  expect(json.httpStatus).toBe(415);
});
