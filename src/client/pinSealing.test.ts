import { afterEach, expect, test, vi } from "vitest";
import { sealedPin } from "#contract/cardFields.ts";
import { makeKeyPair } from "#contract/fieldCipher.ts";
import { sealPinForIssuer } from "./pinSealing.ts";

afterEach(() => vi.unstubAllGlobals());

test("S078 a PIN is sealed for the issuer, or not sent at all", async () => {
  const { pub } = await makeKeyPair();
  const of = { key: { kid: "iss-1", pub }, purpose: "new", accountNo: "" } as const;
  vi.stubGlobal("isSecureContext", true);
  const sealed = await sealPinForIssuer({ ...of, pin: "907060" });
  expect(sealedPin.safeParse(sealed).success).toBe(true);
  expect(await sealPinForIssuer({ ...of, pin: "not a PIN" })).toBeUndefined();
  expect(await sealPinForIssuer({ ...of, key: { kid: "iss-1", pub: "" }, pin: "907060" })).toBe(
    undefined,
  );
  vi.stubGlobal("isSecureContext", false);
  expect(await sealPinForIssuer({ ...of, pin: "907060" })).toBeUndefined();
});
