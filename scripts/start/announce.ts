import { readFileSync } from "node:fs";
import { brand } from "#brand";
import { DEMO_STAFF } from "#demo/seedStaff.ts";
import type { Stack } from "./startStack.ts";

/** Demo members worth meeting first, by the beginning of their scenario: what of them can be seen now. */
const SHOWN = [
  "happy path",
  "card suspended",
  "aged password",
  "past-due salary loan",
  "capital contribution only",
  "long names",
];

const KEPT = "Ctrl-C stops everything; the data stays. npm start -- --reset starts over.";

/** What somebody needs to know who has just started the bank; `end` says how it is stopped. */
export function announce(stack: Stack, seconds: number, end = KEPT): string {
  const { options, portalUrl, sandboxUrl } = stack;
  const took = seconds.toLocaleString("en", { maximumFractionDigits: 1 });
  const lines = [
    `${brand.portal} is ready (${took} s)`,
    "",
    `  Portal         ${portalUrl}`,
    ...(options.isDemo
      ? [
          `  Sandbox        ${sandboxUrl}  text messages with the one-time passwords, card issuer, faults`,
        ]
      : []),
    `  API document   ${portalUrl}/api/openapi.json`,
    `  Health         ${portalUrl}/health/ready`,
    `  Data and logs  ${stack.places.dataDir}`,
    "",
    ...(options.isDemo ? [...memberLines(), ...staffLines(portalUrl, sandboxUrl)] : []),
    `  ${end}`,
  ];
  return `\n${lines.join("\n")}\n`;
}

function memberLines(): string[] {
  const demoMembers = people("data/seed/members.json");
  const members = SHOWN.flatMap((beginning) =>
    demoMembers.filter(({ scenario }) => scenario.startsWith(beginning)).slice(0, 1),
  ).map(({ username, scenario }) => `    ${(username ?? "").padEnd(22)}${scenario}`);
  const newcomers = people("data/seed/newcomers.json").map(
    ({ membershipNo, scenario }) => `    ${membershipNo.padEnd(22)}${scenario}`,
  );
  return [
    `  Sign in as one of these, or another of data/seed/members.json; the password is ${brand.demoPassword}`,
    ...members,
    "",
    "  Create an account with one of these membership numbers",
    ...newcomers,
    "",
  ];
}

function staffLines(portalUrl: string, sandboxUrl: string | undefined): string[] {
  const usernames = DEMO_STAFF.map(({ username }) => username);
  return [
    `  Staff console  ${portalUrl}/console  the same password, and a code of ${sandboxUrl}/totp?user=<username>`,
    `    ${usernames.slice(0, 4).join("  ")}`,
    `    ${usernames.slice(4).join("  ")}`,
    "",
  ];
}

/** Checked in; the shape is tested with the demo data. */
function people(file: string) {
  const { members } = JSON.parse(readFileSync(file, "utf8")) as {
    members: { username: string | null; membershipNo: string; scenario: string }[];
  };
  return members;
}
