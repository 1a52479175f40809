import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import * as z from "zod/mini";
import { brand } from "#brand";

/** What the sandbox expects when nothing else is configured (src/sandbox/config.ts). */
const SANDBOX = {
  key: "sandbox-sms-signing-key",
  reportKey: "sandbox-sms-report-key",
  systemId: "sandbox",
  password: "sandbox",
} as const;

const ONE_GATEWAY =
  "name one SMS gateway: SMS_URL (HTTPS) or SMPP_URL (smpp:// or ssmpp://), not both and not none";

/** How texts leave: over HTTPS (SMS_URL) or SMPP 3.4 (SMPP_URL), one of the two. */
export const smsSettings = {
  SMS_URL: z.optional(address(["http:", "https:"], "https://sms.example.com")),
  /** Signs what is sent to the HTTPS gateway, and what it reports; the defaults are the sandbox's. */
  SMS_KEY: z._default(z.string(), SANDBOX.key),
  SMS_REPORT_KEY: z._default(z.string(), SANDBOX.reportKey),
  SMPP_URL: z.optional(address(["smpp:", "ssmpp:"], "ssmpp://smsc.example.com:3550")),
  /** SMPP 3.4 allows 15 and 8 characters, 12 for the type. */
  SMPP_SYSTEM_ID: z._default(asciiUpTo(15), SANDBOX.systemId),
  SMPP_PASSWORD: z._default(asciiUpTo(8), SANDBOX.password),
  SMPP_SYSTEM_TYPE: z._default(asciiUpTo(12), ""),
  /** Texts that may be on their way to the SMSC without its answer. */
  SMPP_WINDOW: z._default(wholeNumber(1, 100), 10),
  /** Who a text is from: a name of up to 11 letters and digits, or a number. */
  SMS_SENDER: z._default(
    z
      .string()
      .check(
        z.regex(
          /^(?:\+?\d{3,15}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
          "is a name of up to 11 letters and digits, or a number",
        ),
      ),
    brand.smsSender,
  ),
  /** PEM file of the only authorities trusted to vouch for the gateway; unset: those Node trusts. */
  SMS_CA_FILE: z.optional(z.string()),
};

type SmsSettings = {
  NODE_ENV: string;
  SMS_URL?: string | undefined;
  SMS_KEY: string;
  SMS_REPORT_KEY: string;
  SMPP_URL?: string | undefined;
  SMPP_SYSTEM_ID: string;
  SMPP_PASSWORD: string;
  SMS_CA_FILE?: string | undefined;
};

/** What is wrong with the settings together: one gateway, and in production neither plain nor the sandbox. */
export function smsMistakes(config: SmsSettings): string[] {
  if ((config.SMS_URL === undefined) === (config.SMPP_URL === undefined)) return [ONE_GATEWAY];
  if (config.SMS_CA_FILE !== undefined && !holdsCertificate(config.SMS_CA_FILE)) {
    return ["SMS_CA_FILE: there is no certificate in PEM format"];
  }
  if (config.NODE_ENV !== "production") return [];
  return config.SMPP_URL === undefined
    ? httpMistakes(config)
    : smppMistakes(config.SMPP_URL, config);
}

function holdsCertificate(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)).subject !== "";
  } catch {
    return false;
  }
}

function httpMistakes(config: SmsSettings): string[] {
  const mistakes: string[] = [];
  if (!config.SMS_URL?.startsWith("https:")) mistakes.push("SMS_URL: must be https");
  if (config.SMS_KEY === SANDBOX.key) {
    mistakes.push("SMS_KEY: this is the sandbox's; take the gateway's own");
  }
  if (config.SMS_REPORT_KEY === SANDBOX.reportKey) {
    mistakes.push("SMS_REPORT_KEY: this is the sandbox's; take the gateway's own");
  }
  if (config.SMS_REPORT_KEY === config.SMS_KEY) {
    mistakes.push("SMS_REPORT_KEY: must differ from SMS_KEY, or what we send could be played back");
  }
  return mistakes;
}

function smppMistakes(url: string, config: SmsSettings): string[] {
  const mistakes: string[] = [];
  const { protocol, hostname } = new URL(url);
  if (protocol === "smpp:" && !isPrivate(hostname)) {
    mistakes.push(
      "SMPP_URL: smpp:// sends codes and password in clear; take ssmpp://, or name a private address (a tunnel to the SMSC)",
    );
  }
  if (config.SMPP_SYSTEM_ID === SANDBOX.systemId && config.SMPP_PASSWORD === SANDBOX.password) {
    mistakes.push("SMPP_PASSWORD: this is the sandbox's; take the SMSC's own");
  }
  return mistakes;
}

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  privateNetworks.addSubnet(network, bits, "ipv4");
}
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addAddress("::1", "ipv6");

/** A name could point anywhere tomorrow, so only addresses count, and this machine. */
function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  const version = isIP(host);
  if (version === 0) return host === "localhost";
  return privateNetworks.check(host, version === 4 ? "ipv4" : "ipv6");
}

/** An address without user, password, query and fragment: secrets have variables of their own. */
function address(protocols: readonly string[], example: string) {
  return z.string().check(
    z.refine((text) => {
      if (!URL.canParse(text)) return false;
      const { protocol, hostname, username, password, search, hash } = new URL(text);
      return (
        protocols.includes(protocol) &&
        hostname !== "" &&
        !username &&
        !password &&
        !search &&
        !hash
      );
    }, `must look like ${example}, without user and password`),
  );
}

function asciiUpTo(length: number) {
  return z
    .string()
    .check(
      z.maxLength(length, `is longer than the ${length} characters that SMPP allows`),
      z.regex(/^[\x20-\x7e]*$/, "has characters that SMPP does not allow"),
    );
}

function wholeNumber(least: number, most: number) {
  return z.pipe(
    z.union([z.string().check(z.regex(/^\d+$/, "is not a number")), z.number()]),
    z.pipe(
      z.transform((value: string | number) => Number(value)),
      z.number().check(z.gte(least, `is under ${least}`), z.lte(most, `is over ${most}`)),
    ),
  );
}
