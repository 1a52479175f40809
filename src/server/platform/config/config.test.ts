import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { brand } from "#brand";
import { TEST_TLS } from "#test/support/tls.ts";
import { readConfig } from "./config.ts";
import { ensureSecrets } from "#server/platform/secrets/secrets.ts";

const needed = {
  DATABASE_URL: "postgres://app@127.0.0.1/bank",
  SECRETS_FILE: "secrets.json",
  ISSUER_URL: "http://127.0.0.1:8090",
  INSTAPAY_URL: "http://127.0.0.1:8090",
  PESONET_URL: "http://127.0.0.1:8090",
  SMS_URL: "http://127.0.0.1:8090",
};

/** The rails as production wants them. */
const RAILS = {
  INSTAPAY_URL: "https://switch.example.test",
  PESONET_URL: "https://clearing.example.test",
  INSTAPAY_KEY: "the switch's own",
  PESONET_KEY: "the clearing house's own",
  RAIL_PARTICIPANT: "ABCDPHM1XXX",
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
    ISSUER_CARD_KEY: Buffer.alloc(32, 1).toString("base64url"),
    ...RAILS,
    SMS_URL: "https://sms.example.test",
    SMS_KEY: "the gateway's own",
    TRUSTED_PROXIES: "10.0.0.1",
    SMS_REPORT_KEY: "its reports' own",
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

const SMPP = { ...needed, SMS_URL: "", SMPP_URL: "ssmpp://smsc.example.test:3550" };

test("a file of authorities that holds none is a mistake", () => {
  const read = (file: string) => () => readConfig({ ...needed, SMS_CA_FILE: file });
  expect(read(TEST_TLS.cert)).not.toThrow();
  expect(read("no-such-file.pem")).toThrow(/SMS_CA_FILE: there is no certificate/);
  expect(read("package.json")).toThrow(/SMS_CA_FILE: there is no certificate/);
});

test.each(["ABCDPHM1", "abcdphm1xxx", "ABCD1HM1XXX", ""])("%j is no BIC of ours", (bic) => {
  const read = () => readConfig({ ...needed, RAIL_PARTICIPANT: bic || "-" });
  expect(read).toThrow(/RAIL_PARTICIPANT: must be a BIC/);
});

test("texts leave by one gateway", () => {
  expect(readConfig(needed)).toMatchObject({ SMS_SENDER: brand.smsSender });
  expect(() => readConfig({ ...needed, SMS_URL: "" })).toThrow(/name one SMS gateway/);
  expect(() => readConfig({ ...SMPP, SMS_URL: needed.SMS_URL })).toThrow(/name one SMS gateway/);
  expect(readConfig(SMPP).SMPP_URL).toBe(SMPP.SMPP_URL);
});

test.each([
  ["SMS_URL", "sms.example.test"],
  ["SMS_URL", "https://user:word@sms.example.test"],
  ["SMPP_URL", "https://smsc.example.test"],
  ["SMPP_URL", "smpp://user:word@smsc.example.test"],
  ["SMPP_SYSTEM_ID", "sixteen-letters-"],
  ["SMPP_PASSWORD", "ninechars"],
  ["SMPP_WINDOW", "0"],
  ["SMS_SENDER", "twelve chars"],
  ["SMS_SENDER", "<script>"],
])("%s %j is a mistake, and the message does not repeat it", (name, value) => {
  const read = () => readConfig({ ...SMPP, ...(name === "SMS_URL" ? needed : {}), [name]: value });
  expect(read).toThrow(new RegExp(`- ${name}: `));
  expect(read).not.toThrow(new RegExp(value === "0" ? "-0-" : value.replace(/[<>]/g, ".")));
});

test.each([brand.smsSender, "+639171234567", "21594", "Two Words"])(
  "%j may be a sender",
  (sender) => {
    expect(readConfig({ ...needed, SMS_SENDER: sender }).SMS_SENDER).toBe(sender);
  },
);

test("S015 production takes neither the sandbox's keys nor codes in clear", () => {
  const secretsFile = path.join(mkdtempSync(path.join(os.tmpdir(), "config-")), "secrets.json");
  ensureSecrets(secretsFile, false);
  const base = {
    ...needed,
    NODE_ENV: "production",
    SECRETS_FILE: secretsFile,
    ISSUER_URL: "https://issuer.example.test",
    ISSUER_CLIENT_SECRET: "the issuer's own",
    ISSUER_CARD_KEY: Buffer.alloc(32, 1).toString("base64url"),
    ...RAILS,
    PUBLIC_ORIGIN: "https://online.example.test",
    TRUSTED_PROXIES: "10.0.0.1",
  };
  const http = { ...base, SMS_URL: "https://sms.example.test", SMS_KEY: "1", SMS_REPORT_KEY: "2" };
  const smpp = { ...base, SMS_URL: "", SMPP_SYSTEM_ID: "bank", SMPP_PASSWORD: "own" };
  const read = (environment: Record<string, string>) => () => readConfig(environment);

  expect(read(http)).not.toThrow();
  for (const [change, complaint] of [
    [{ INSTAPAY_URL: "http://switch.example.test" }, /INSTAPAY_URL: must be https/],
    [{ PESONET_URL: "http://clearing.example.test" }, /PESONET_URL: must be https/],
    [{ INSTAPAY_KEY: "" }, /INSTAPAY_KEY: this is the sandbox's/],
    [{ PESONET_KEY: "" }, /PESONET_KEY: this is the sandbox's/],
    [{ PESONET_KEY: RAILS.INSTAPAY_KEY }, /PESONET_KEY: must differ/],
    [{ RAIL_PARTICIPANT: "" }, /RAIL_PARTICIPANT: this is the sandbox's/],
  ] as const) {
    expect(read({ ...http, ...change })).toThrow(complaint);
  }
  expect(read({ ...http, SMS_URL: "http://sms.example.test" })).toThrow(/SMS_URL: must be https/);
  expect(read({ ...http, SMS_KEY: "" })).toThrow(/SMS_KEY: this is the sandbox's/);
  expect(read({ ...http, SMS_REPORT_KEY: "" })).toThrow(/SMS_REPORT_KEY: this is the sandbox's/);
  expect(read({ ...http, SMS_REPORT_KEY: "1" })).toThrow(/SMS_REPORT_KEY: must differ/);

  for (const url of [
    "ssmpp://smsc.example.test",
    "smpp://127.0.0.1:2775",
    "smpp://localhost",
    "smpp://10.1.2.3",
    "smpp://172.31.0.9",
    "smpp://[fd00::1]:2775",
  ]) {
    expect(read({ ...smpp, SMPP_URL: url })).not.toThrow();
  }
  for (const url of [
    "smpp://smsc.example.test",
    "smpp://203.0.113.5",
    "smpp://172.32.0.1",
    "smpp://[2001:db8::1]",
    "smpp://10.1.2.3.example.test",
  ]) {
    expect(read({ ...smpp, SMPP_URL: url })).toThrow(/SMPP_URL: smpp:\/\/ sends codes/);
  }
  const sandboxs = {
    ...smpp,
    SMPP_SYSTEM_ID: "",
    SMPP_PASSWORD: "",
    SMPP_URL: "ssmpp://smsc.test",
  };
  expect(read(sandboxs)).toThrow(/SMPP_PASSWORD: this is the sandbox's/);
});
