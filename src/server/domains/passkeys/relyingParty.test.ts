import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAuthenticator } from "#test/support/authenticator.ts";
import { makeWorld, type World } from "#test/support/makeWorld.ts";
import { readNewKey } from "./readNewKey.ts";
import { relyingParty } from "./relyingParty.ts";
import { creationOptionsOf, requestOptionsOf } from "./passkeyOptions.ts";

const PUBLIC_ORIGIN = "https://online.example.test";

let world: World;
beforeAll(async () => {
  world = await makeWorld({ PUBLIC_ORIGIN });
});
afterAll(() => world.close());

test("S183 S184 the relying party is the configured address, whatever the call says of itself", () => {
  for (const headers of [
    {},
    { host: "evil.example", origin: "https://evil.example" },
    { host: "localhost:8080", origin: "http://localhost:8080" },
    { host: "online.example.test:444", origin: "https://online.example.test:444" },
  ]) {
    expect(relyingParty(world.app, headers)).toEqual({
      origin: PUBLIC_ORIGIN,
      rpId: "online.example.test",
    });
  }
});

test("S184 S189 a port stands in the origin and not in the relying party's id", async () => {
  const { app } = await world.makeTwin({ PUBLIC_ORIGIN: "https://online.example.test:8443" });
  expect(relyingParty(app, {})).toEqual({
    origin: "https://online.example.test:8443",
    rpId: "online.example.test",
  });
});

test("S184 a sign-in is asked for the configured address", () => {
  const party = relyingParty(world.app, { host: "localhost:8080" });
  const { rpId } = requestOptionsOf(party, world.app.random.bytes(32), []);
  expect(rpId).toBe("online.example.test");
});

test.each([
  ["S183 made at the configured address it is kept", {}, true],
  ["S183 made at another origin it is not", { origin: "http://localhost:8080" }, false],
  ["S183 nor beneath the address", { origin: "https://a.online.example.test" }, false],
  ["S184 nor for another id", { rpId: "example.test" }, false],
])("%s", async (_, differing, isKept) => {
  const party = relyingParty(world.app, {});
  const challenge = world.app.random.bytes(32);
  const options = creationOptionsOf(party, challenge, {
    userHandle: "AAAAAAAAAAAAAAAAAAAAAA",
    username: "somebody",
    name: "Somebody",
    passkeys: [],
  });
  const registration = makeAuthenticator().create(options, {
    origin: PUBLIC_ORIGIN,
    ...differing,
  });
  const key = await readNewKey(world.app, { party, challenge, registration });
  expect(key !== undefined).toBe(isKept);
});
