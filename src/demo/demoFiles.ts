import { readFileSync } from "node:fs";
import * as z from "zod/mini";

const office = z.object({
  office_id: z.number(),
  branch_name: z.string(),
  line_1: z.string(),
  barangay: z.string(),
  municipality_city: z.string(),
  state_province: z.string(),
  cardPickup: z.boolean(),
});

const demoMember = z.object({
  scenario: z.string(),
  membershipNo: z.string(),
  /** null for a newcomer: on the books, without online access. */
  username: z.nullable(z.string()),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  qualifier: z.string(),
  gender: z.string(),
  civilStatus: z.string(),
  dateOfBirth: z.string(),
  placeOfBirth: z.string(),
  nationality: z.string(),
  mobileNumber: z.nullable(z.string()),
  emailAddress: z.string(),
  employer: z.string(),
  rank: z.nullable(z.string()),
  address: z.object({
    line1: z.string(),
    barangay: z.string(),
    municipalityCity: z.string(),
    stateProvince: z.string(),
    zip: z.string(),
  }),
  officeId: z.number(),
  card: z.object({
    accountNo: z.nullable(z.string()),
    cardStatus: z.number(),
    persoCardStatus: z.number(),
    memberLocked: z.number(),
    adminLocked: z.number(),
    cardType: z.number(),
  }),
});
export type DemoMember = z.output<typeof demoMember>;

const merchant = z.object({
  name: z.string(),
  amountMin: z.number(),
  amountTypical: z.number(),
  amountMax: z.number(),
  weight: z.number(),
  channel: z.enum(["POS", "ECOM"]),
});
const atm = z.object({
  name: z.string(),
  fee: z.number(),
  weight: z.number(),
  amountTypical: z.array(z.number()),
});
const merchantsFile = z.object({ merchants: z.array(merchant), atms: z.array(atm) });
export type Merchants = z.output<typeof merchantsFile>;

/** The folder data/seed of the checkout. */
const FOLDER = new URL("../../data/seed/", import.meta.url);

export const readDemoMembers = (): DemoMember[] =>
  read("members.json", z.object({ members: z.array(demoMember) })).members;
/** People for trying the sign-up: on the books, but without online access. */
export const readNewcomers = (): DemoMember[] =>
  read("newcomers.json", z.object({ members: z.array(demoMember) })).members;
/** People of whom the desks have work: frozen, closed, reported, protected (seedSafety.ts). */
export const readDeskMembers = (): DemoMember[] =>
  read("atDesks.json", z.object({ members: z.array(demoMember) })).members;
export const readOffices = () =>
  read("offices.json", z.object({ offices: z.array(office) })).offices;
export const readMerchants = (): Merchants => read("merchants.json", merchantsFile);

function read<S extends z.ZodMiniType>(name: string, schema: S): z.output<S> {
  return schema.parse(JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")));
}
