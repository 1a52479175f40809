import * as z from "zod/mini";

/** What the sandbox expects when nothing else is configured (src/sandbox/config.ts). */
const SANDBOX = {
  instapayKey: "sandbox-instapay-signing-key",
  pesonetKey: "sandbox-pesonet-signing-key",
  participant: "HNOLPHM2XXX",
} as const;

/** How the rails are reached, InstaPay's switch and PESONet's clearing house, and who we are to them. */
export const railSettings = {
  INSTAPAY_URL: z.url("INSTAPAY_URL is missing: address of the InstaPay switch"),
  PESONET_URL: z.url("PESONET_URL is missing: address of the PESONet clearing house"),
  /** Sign what travels between us and each rail, both ways; the defaults are the sandbox's. */
  INSTAPAY_KEY: z._default(z.string(), SANDBOX.instapayKey),
  PESONET_KEY: z._default(z.string(), SANDBOX.pesonetKey),
  /** Our BIC on both rails. */
  RAIL_PARTICIPANT: z._default(
    z
      .string()
      .check(z.regex(/^[A-Z]{6}[A-Z0-9]{5}$/, "must be a BIC of 11 characters, ABCDPHM1XXX")),
    SANDBOX.participant,
  ),
};

type RailConfig = {
  INSTAPAY_URL: string;
  PESONET_URL: string;
  INSTAPAY_KEY: string;
  PESONET_KEY: string;
  RAIL_PARTICIPANT: string;
};

/** What production refuses of the rails' settings. */
export function railMistakes(config: RailConfig): string[] {
  const mistakes: string[] = [];
  for (const key of ["INSTAPAY_URL", "PESONET_URL"] as const) {
    if (new URL(config[key]).protocol !== "https:") mistakes.push(`${key}: must be https`);
  }
  if (config.INSTAPAY_KEY === SANDBOX.instapayKey) {
    mistakes.push("INSTAPAY_KEY: this is the sandbox's; take the one agreed with the switch");
  }
  if (config.PESONET_KEY === SANDBOX.pesonetKey) {
    mistakes.push(
      "PESONET_KEY: this is the sandbox's; take the one agreed with the clearing house",
    );
  }
  if (config.INSTAPAY_KEY === config.PESONET_KEY) {
    mistakes.push(
      "PESONET_KEY: must differ from INSTAPAY_KEY, or one rail could sign as the other",
    );
  }
  if (config.RAIL_PARTICIPANT === SANDBOX.participant) {
    mistakes.push("RAIL_PARTICIPANT: this is the sandbox's; name the association's own BIC");
  }
  return mistakes;
}
