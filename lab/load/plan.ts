import type { TransferIntent } from "#contract/transfers.ts";
import type { Rates, Transfer } from "./profile.ts";

/** A member who may come on line, with a browser that the bank knows. */
export type Person = {
  guid: string;
  username: string;
  /** 'name=secret' of the cookie that marks the browser. */
  device: string;
  account: string;
  card: string;
  /** The address that calls come from; some share one, as behind the routers of offices and carriers. */
  source: string;
};

/** Somebody who is on line when the run begins. */
export type Seat = { person: number; token: string; cookie: string };

/** Everything that the process which drives the load is told. */
export type Plan = {
  ports: readonly number[];
  rates: Rates;
  seconds: number;
  seed: number;
  /** In which the rate grows to the whole. */
  rampSeconds: number;
  password: string;
  people: readonly Person[];
  seats: readonly Seat[];
  /** The first so many seats are never given to another: transfers are approved for their browsers. */
  stayers: number;
  /** A verified code for each transfer of the schedule, in order. */
  pinIds: readonly string[];
  pin: string;
  /** So many calls under way at all times, whenever they were due: how much there can be, not how long it takes. */
  atOnce?: number;
};

/** Where transfers to other banks go: an account that the sandbox's rails credit. */
const PAYEE = {
  destination_bank: "1",
  destination_account_number: "109450542671",
  destination_account_name: "Load Payee",
};
export const AMOUNT_CENTAVOS = 100n;

/** What a transfer orders: from the member of the seat, and to another one where it goes to a card. */
export function intentOf(
  kind: Transfer,
  from: Pick<Person, "account" | "card">,
  to: Pick<Person, "card">,
): TransferIntent {
  const amount = AMOUNT_CENTAVOS;
  switch (kind) {
    case "own":
      return {
        kind: "own",
        source_account: from.account,
        destination_account: from.card,
        amount,
      };
    case "cardToCard":
      return { kind: "card", destination_account: to.card, amount };
    case "instapay":
    case "pesonet":
      return { kind, ...PAYEE, amount };
  }
}

/** Who makes the transfer of this place in the schedule, and the member whose card it may go to. */
export function partiesOf(
  { people, seats, stayers }: Pick<Plan, "people" | "seats" | "stayers">,
  place: number,
): { seat: number; from: Person; to: Person } {
  const seat = place % stayers;
  const from = people[seats[seat]?.person ?? 0];
  const to = people[seats[(seat + 1) % stayers]?.person ?? 0];
  if (from === undefined || to === undefined) throw new Error("the plan has too few members");
  return { seat, from, to };
}
