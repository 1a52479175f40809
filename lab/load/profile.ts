import { readFileSync } from "node:fs";
import * as z from "zod/mini";

/** What members do, by the name under which it is measured. */
export const CALLS = [
  "login",
  "profile",
  "balances",
  "loans",
  "notifications",
  "card",
  "history",
  "config",
  "dashboard",
  "forms",
  "sendCode",
  "refresh",
  "own",
  "instapay",
  "pesonet",
  "cardToCard",
] as const;
export type Call = (typeof CALLS)[number];

export const TRANSFERS = ["own", "instapay", "pesonet", "cardToCard"] as const satisfies Call[];
export type Transfer = (typeof TRANSFERS)[number];

/** What a session asks for besides what the profile names: 'other' of its calls, in these parts. */
const OTHER: Partial<Record<Call, number>> = {
  config: 1,
  forms: 0.5,
  sendCode: 0.5,
  dashboard: 0.3,
  refresh: 0.3,
};

const profileFile = z.object({
  population: z.object({ members: z.number(), cardholders: z.number(), activeLoans: z.number() }),
  sessionCalls: z.record(z.string(), z.number()),
  transactionsPerPayday: z.object({
    ownTopUp: z.number(),
    instapay: z.number(),
    pesonet: z.number(),
    cardToCard: z.number(),
  }),
  targets: z.object({
    testRps: z.number(),
    loginPeakPerSecond: z.number(),
    transferTestPerSecond: z.number(),
    socketConnections: z.number(),
    p95ReadMs: z.number(),
    p95TransferMs: z.number(),
  }),
});
export type LoadProfile = z.output<typeof profileFile>;

/** What happens in a second, and how many are on line. */
export type Rates = { sockets: number; perSecond: Record<Call, number> };

export function readLoadProfile(): LoadProfile {
  const file = new URL("./loadProfile.json", import.meta.url);
  return profileFile.parse(JSON.parse(readFileSync(file, "utf8")));
}

/**
 * The payday of the profile, or a part of it. Sign-ins and transfers come at the profile's own rates; all
 * other calls share what is left of its calls a second, as a session makes them.
 */
export function ratesOf(profile: LoadProfile, fraction: number, sockets?: number): Rates {
  const { targets, sessionCalls, transactionsPerPayday: of } = profile;
  const perSecond = Object.fromEntries(CALLS.map((call) => [call, 0])) as Rates["perSecond"];
  perSecond.login = targets.loginPeakPerSecond * fraction;
  const transfers = of.ownTopUp + of.instapay + of.pesonet + of.cardToCard;
  const share = (count: number) => (targets.transferTestPerSecond * fraction * count) / transfers;
  perSecond.own = share(of.ownTopUp);
  perSecond.instapay = share(of.instapay);
  perSecond.pesonet = share(of.pesonet);
  perSecond.cardToCard = share(of.cardToCard);

  const wanted = weightsOf(sessionCalls);
  const all = Object.values(wanted).reduce((sum, weight) => sum + weight, 0);
  const left =
    (targets.testRps - targets.loginPeakPerSecond - targets.transferTestPerSecond) * fraction;
  for (const call of CALLS) perSecond[call] += (left * (wanted[call] ?? 0)) / all;
  return { sockets: sockets ?? Math.round(targets.socketConnections * fraction), perSecond };
}

/** What the profile calls the calls of a session, under our names; the parts of 'other' add up to it. */
function weightsOf(sessionCalls: Record<string, number>): Partial<Record<Call, number>> {
  const of = (name: string) => sessionCalls[name] ?? 0;
  const parts = Object.values(OTHER).reduce((sum, weight) => sum + weight, 0);
  const others = Object.entries(OTHER).map(([call, weight]) => [
    call,
    (weight / parts) * of("other"),
  ]);
  return {
    profile: of("profile"),
    balances: of("balances"),
    loans: of("loans"),
    notifications: of("notifications"),
    card: of("cardDetails"),
    history: of("history"),
    ...Object.fromEntries(others),
  };
}

export function totalOf({ perSecond }: Rates): number {
  return Object.values(perSecond).reduce((sum, rate) => sum + rate, 0);
}
