import type { Clock } from "./clock.ts";

/** What a partner and the product agree on in the demo. Production refuses these on its side. */
export const DEMO_CREDENTIALS = {
  issuerClientId: "association",
  issuerClientSecret: "sandbox-issuer-client-secret",
  issuerCardKey: "c2FuZGJveC1jYXJkLW51bWJlci1rZXktMzItYnl0ZXM",
  /** The PIN of a card that is opened without one of its own. */
  atmPin: "907060",
  instapayKey: "sandbox-instapay-signing-key",
  pesonetKey: "sandbox-pesonet-signing-key",
  /** The product's BIC on both rails. */
  railParticipant: "HNOLPHM2XXX",
  smsKey: "sandbox-sms-signing-key",
  smsReportKey: "sandbox-sms-report-key",
  smppSystemId: "sandbox",
  smppPassword: "sandbox",
} as const;

export type SandboxOptions = {
  /** 0 takes a free one. */
  port: number;
  host?: string | undefined;
  /** Folder, or file with an extension, for its books; without it they live in memory. */
  dataFile?: string | undefined;
  /** Where the issuer's events are sent, and the key that signs them (bytes, or base64url). */
  callbackUrl?: string | undefined;
  callbackKey?: Buffer | string | undefined;
  now: Clock;
  issuerClientId?: string | undefined;
  issuerClientSecret?: string | undefined;
  /** 32 bytes in base64url. */
  issuerCardKey?: string | undefined;
  instapayKey?: string | undefined;
  pesonetKey?: string | undefined;
  /** BIC of the one participant that the rails know. */
  railParticipant?: string | undefined;
  /** Where the InstaPay switch sends its messages. */
  instapayUrl?: string | undefined;
  smsKey?: string | undefined;
  /** Where delivery reports are sent, and the key that signs them. */
  smsReportUrl?: string | undefined;
  smsReportKey?: string | undefined;
  /** Where the SMS gateway is also spoken to over SMPP; 0 takes a free one, without it it is not. */
  smppPort?: number | undefined;
  smppSystemId?: string | undefined;
  smppPassword?: string | undefined;
  /** Where the mail server listens; 0 takes a free one, without it there is none. */
  smtpPort?: number | undefined;
};

/** The sandbox's settings, as the environment gives them. The only reader of it in the sandbox. */
export type SandboxConfig = Omit<SandboxOptions, "now"> & { clockFile: string | undefined };

/** Reads the environment. Throws one Error that says what is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): SandboxConfig {
  const read = (name: string) => environment[name] || undefined;
  const port = portIn("SANDBOX_PORT", read("SANDBOX_PORT") ?? "8090");
  const smppPort = read("SANDBOX_SMPP_PORT");
  const smtpPort = read("SANDBOX_SMTP_PORT");
  const key = read("ISSUER_CALLBACK_KEY");
  const callbackKey = key === undefined ? undefined : Buffer.from(key, "base64url");
  if (callbackKey !== undefined && callbackKey.length !== 32) {
    throw new Error("ISSUER_CALLBACK_KEY must be 32 bytes in base64url");
  }
  const cardKey = read("ISSUER_CARD_KEY");
  if (cardKey !== undefined && Buffer.from(cardKey, "base64url").length !== 32) {
    throw new Error("ISSUER_CARD_KEY must be 32 bytes in base64url");
  }
  const addressIn = (name: string, path: string) => {
    const address = read(name);
    if (address === undefined || URL.canParse(address)) return address;
    throw new Error(`${name} must be an address, for example http://127.0.0.1:8080${path}`);
  };
  return {
    port,
    host: read("SANDBOX_HOST"),
    dataFile: read("SANDBOX_DATA"),
    callbackUrl: addressIn("ISSUER_CALLBACK_URL", "/api/issuer/events"),
    callbackKey,
    clockFile: read("CLOCK_FILE"),
    issuerClientId: read("ISSUER_CLIENT_ID"),
    issuerClientSecret: read("ISSUER_CLIENT_SECRET"),
    issuerCardKey: cardKey,
    instapayUrl: addressIn("INSTAPAY_CALLBACK_URL", "/api/rails/instapay/messages"),
    instapayKey: read("INSTAPAY_KEY"),
    pesonetKey: read("PESONET_KEY"),
    railParticipant: read("RAIL_PARTICIPANT"),
    smsKey: read("SMS_KEY"),
    smsReportUrl: addressIn("SMS_REPORT_URL", "/api/sms/reports"),
    smsReportKey: read("SMS_REPORT_KEY"),
    smppPort: smppPort === undefined ? undefined : portIn("SANDBOX_SMPP_PORT", smppPort),
    smppSystemId: read("SMPP_SYSTEM_ID"),
    smppPassword: read("SMPP_PASSWORD"),
    smtpPort: smtpPort === undefined ? undefined : portIn("SANDBOX_SMTP_PORT", smtpPort),
  };
}

function portIn(name: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`${name} must be a port number, 0 to 65535`);
  }
  return port;
}
