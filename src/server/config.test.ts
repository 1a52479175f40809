import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { ensureSecrets } from "./secrets.ts";

const needed = {
  DATABASE_URL: "postgres://app@127.0.0.1/bank",
  SECRETS_FILE: "secrets.json",
  ISSUER_URL: "http://127.0.0.1:8090",
  SMS_URL: "http://127.0.0.1:8090",
};

test.each(["https://online.example.test", "http://localhost:8080"])(
  "S006 %s is an origin",
  (text) => {
    expect(readConfig({ ...needed, PUBLIC_ORIGIN: text }).PUBLIC_ORIGIN).toBe(text);
  },
);

test.each([
  "online.example.test",
  "https://online.example.test/",
  "https://online.example.test:443",
  "https://Online.example.test",
  "https://online.example.test, https://evil.example",
  "ftp://online.example.test",
  "null",
  "*",
])("S006 %j is no origin", (text) => {
  expect(() => readConfig({ ...needed, PUBLIC_ORIGIN: text })).toThrow(/PUBLIC_ORIGIN: must look/);
});

test("S006 production asks for its origin, and for https", () => {
  const secretsFile = path.join(mkdtempSync(path.join(os.tmpdir(), "config-")), "secrets.json");
  ensureSecrets(secretsFile, false);
  const production = {
    ...needed,
    NODE_ENV: "production",
    SECRETS_FILE: secretsFile,
    ISSUER_URL: "https://issuer.example.test",
    ISSUER_CLIENT_SECRET: "the issuer's own",
    SMS_URL: "https://sms.example.test",
    SMS_KEY: "the gateway's own",
    TRUSTED_PROXIES: "10.0.0.1",
  };
  const read = (origin: string) => () => readConfig({ ...production, PUBLIC_ORIGIN: origin });
  expect(read("")).toThrow(/PUBLIC_ORIGIN is missing/);
  expect(read("http://online.example.test")).toThrow(/PUBLIC_ORIGIN: must be https/);
  expect(read("https://online.example.test")).not.toThrow();
});

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
