import { expect, test, vi } from "vitest";
import { makeAuthenticator } from "#test/support/authenticator.ts";
import { readNewKey } from "./readNewKey.ts";

const PARTY = { rpId: "localhost", origin: "http://localhost" };
const CHALLENGE = Buffer.alloc(32, 7);

async function read(statement: "none" | "self" | "android-key") {
  const warn = vi.fn<(of: { reason: string }, text: string) => void>();
  const options = {
    challenge: CHALLENGE.toString("base64url"),
    rp: { id: PARTY.rpId, name: "Bank" },
    user: { id: "AAAA", name: "ana", displayName: "Ana" },
  };
  // Of the options an authenticator reads no more than these.
  const registration = makeAuthenticator().create(
    options as unknown as Parameters<ReturnType<typeof makeAuthenticator>["create"]>[0],
    { statement },
  );
  const log = { warn } as unknown as Parameters<typeof readNewKey>[0]["log"];
  const key = await readNewKey({ log }, { party: PARTY, challenge: CHALLENGE, registration });
  return { key, reasons: warn.mock.calls.map(([{ reason }]) => reason) };
}

test("S189 certificates of an authenticator's maker are not read: they name addresses that would be fetched", async () => {
  const { key, reasons } = await read("android-key");
  expect(key).toBeUndefined();
  expect(reasons).toEqual(["It brings certificates"]);
});

test.each(["none", "self"] as const)("S190 a key with a statement of %s is read", async (kind) => {
  const { key, reasons } = await read(kind);
  expect(reasons).toEqual([]);
  expect(key).toMatchObject({ counter: 0n, may_be_synced: false });
});
