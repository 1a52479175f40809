import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const needed = {
  DATABASE_URL: "postgres://app@127.0.0.1/bank",
  SECRETS_FILE: "secrets.json",
  ISSUER_URL: "http://127.0.0.1:8090",
  SMS_URL: "http://127.0.0.1:8090",
};

test("every mistake is named at once", () => {
  const read = () =>
    readConfig({ ...needed, PORT: "http", IDLE_SECONDS: "1", DATABASE_URL: "", LOG_LEVEL: "loud" });
  expect(read).toThrow(/PORT: is not a number/);
  expect(read).toThrow(/IDLE_SECONDS: is under 30/);
  expect(read).toThrow(/DATABASE_URL is missing/);
  expect(read).toThrow(/LOG_LEVEL: /);
});

test.each(["", "10.0.0.1", "10.0.0.0/8, 2001:db8::/32,::1"])("S010 trusted proxies %j", (text) => {
  expect(readConfig({ ...needed, TRUSTED_PROXIES: text }).TRUSTED_PROXIES).toBe(text);
});

test.each(["true", "*", "10.0.0.0/33", "10.0.0.0/0", "::/129", "10.0.0.1;10.0.0.2", "proxy.local"])(
  "S010 %j names no proxy",
  (text) => {
    expect(() => readConfig({ ...needed, TRUSTED_PROXIES: text })).toThrow(/TRUSTED_PROXIES: /);
  },
);
