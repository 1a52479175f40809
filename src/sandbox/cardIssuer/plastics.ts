import { randomBytes, randomInt } from "node:crypto";
import { withCheckDigit } from "#common/checkDigit.ts";
import { addMonths, lastDayOf, manilaMonth } from "#common/manila.ts";
import type { Change } from "#sandbox/books.ts";
import type { PlasticRecord } from "#sandbox/records.ts";
import type { Vault } from "#sandbox/vault.ts";
import type { World } from "#sandbox/world.ts";

/** The issuer's bank identification number: one that belongs to nobody. */
const BIN = "40000099";
const VALID_YEARS = 5;

/** A plastic as it is asked for; the rest is made up. */
type NewPlastic = Partial<Omit<PlasticRecord, "sealedNumber" | "numberMac" | "sealedCvv">> &
  Pick<PlasticRecord, "kind" | "state"> & { number?: string | undefined; cvv?: string | undefined };

/** A new plastic with a number, an expiry and a CVV, in the vault's keeping. */
export function makePlastic(world: World, given: NewPlastic): PlasticRecord {
  const { number = freeNumber(world), cvv = newCvv(), ...rest } = given;
  const token = given.token ?? `tok-${randomBytes(12).toString("hex")}`;
  return {
    serial: `${given.kind === "kit" ? "K" : "P"}${digits(10)}`,
    expiresOn: expiryFrom(world.now()),
    pinMac: null,
    nameOnCard: "",
    customerId: null,
    accountNo: null,
    batchRef: null,
    officeId: null,
    orderReference: null,
    dueAt: null,
    ...rest,
    token,
    lastFour: number.slice(-4),
    sealedNumber: world.vault.seal(number, token),
    numberMac: numberMacOf(world.vault, number),
    sealedCvv: world.vault.seal(cvv, token),
  };
}

/** The demo's number for a card account: the seven digits in the middle of the account's twelve. */
export function numberForAccount(accountNo: string): string {
  return withCheckDigit(BIN + accountNo.slice(0, -1).slice(-7).padStart(7, "0"));
}

export const newCvv = () => digits(3);

export const put = (record: PlasticRecord): Change => ({
  table: "plastic",
  key: record.token,
  record,
});

/** The number on a plastic: for the vault's own comparisons and the hand that holds the card. */
export const numberOf = ({ vault }: World, plastic: PlasticRecord) =>
  vault.open(plastic.sealedNumber, plastic.token);

export const cvvOf = ({ vault }: World, plastic: PlasticRecord) =>
  vault.open(plastic.sealedCvv, plastic.token);

/** A PIN is kept as this alone; the token makes the same PIN another one on each plastic. */
export const pinMacOf = ({ vault }: World, token: string, pin: string) =>
  vault.mac("pin", token, pin);

export function isNumberOf(world: World, plastic: PlasticRecord, number: string): boolean {
  return plastic.numberMac === numberMacOf(world.vault, number);
}

/** The plastic with this number. */
export function plasticByNumber(world: World, number: string): PlasticRecord | undefined {
  const mac = numberMacOf(world.vault, number);
  return plastics(world).find(({ numberMac }) => numberMac === mac);
}

/** The plastic of a card account that works, or would if nothing barred it. */
export function plasticOfAccount(world: World, accountNo: string): PlasticRecord | undefined {
  return plastics(world).find(
    (plastic) => plastic.accountNo === accountNo && plastic.state === "active",
  );
}

export const plastics = (world: World): PlasticRecord[] => [
  ...world.books.read("plastic").values(),
];

/** The last day of this month, five years on. */
function expiryFrom(now: Date): string {
  return lastDayOf(addMonths(manilaMonth(now), VALID_YEARS * 12));
}

function freeNumber(world: World): string {
  for (;;) {
    const number = withCheckDigit(`${BIN}${8 + randomInt(2)}${digits(6)}`);
    if (plasticByNumber(world, number) === undefined) return number;
  }
}

function numberMacOf(vault: Vault, number: string): string {
  return vault.mac("number", number);
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join("");
}
