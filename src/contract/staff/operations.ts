import * as z from "zod/mini";
import { PROCLAMATIONS } from "#common/holidays.ts";
import { pesosOut } from "#contract/amounts.ts";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredText } from "#contract/fields.ts";
import { AMOUNT_SETTINGS } from "./requestPayloads.ts";

const flagState = z.enum(["on", "disabled", "hidden"]);
const number = codeText().check(z.regex(/^[1-9][0-9]{0,17}$/, fieldTexts.invalid));
const isIt = z.boolean(fieldTexts.required);

/* The calendar */

const calendarDay = z.object({
  day: z.string(),
  name: z.string(),
  type: z.enum(["regular", "special_non_working", "special_working", "suspension"]),
  isBankingDay: z.boolean(),
  /** 'HH:mm' in Manila from which work is suspended; null for the whole day. */
  closedFrom: z.nullable(z.string()),
  isObserved: z.boolean(),
  /** Not proclaimed so far. */
  isProjected: z.boolean(),
  basis: z.string(),
});
export type CalendarDay = z.output<typeof calendarDay>;

export const missingProclamation = z.object({ year: z.int(), what: z.enum(PROCLAMATIONS) });

export const getCalendar = endpoint({
  name: "getCalendar",
  method: "GET",
  path: "/staff/calendar",
  summary: "A year's holidays and suspensions of work, and what today is",
  access: "staff",
  action: "holiday.view",
  query: z.object({ year: codeText().check(z.regex(/^20\d\d$/, fieldTexts.invalid)) }),
  result: z.object({
    today: z.string(),
    isBankingDay: z.boolean(),
    nextBankingDay: z.string(),
    /** The PESONet cycle that takes what is ordered now. */
    pesonet: z.object({
      day: z.string(),
      no: z.number(),
      creditBy: z.string(),
      latest: z.string(),
      isConfirmed: z.boolean(),
    }),
    /** Proclamations that the calendar lacks: of this year, and from 1 October of the next. */
    missing: z.array(missingProclamation),
    days: z.array(calendarDay),
  }),
  refusals: [],
});

/* Switches of the portal */

export const getSwitches = endpoint({
  name: "getSwitches",
  method: "GET",
  path: "/staff/switches",
  summary: "Parts of the portal that can be switched off, and the notices of card maintenance",
  access: "staff",
  action: "flag.view",
  result: z.object({
    features: z.array(
      z.object({
        name: z.string(),
        state: flagState,
        textEn: z.string(),
        textFil: z.string(),
        endsAt: z.nullable(z.string()),
      }),
    ),
    maintenance: z.array(
      z.object({
        kind: z.enum(["generic", "perso"]),
        isOn: z.boolean(),
        textEn: z.string(),
        textFil: z.string(),
        endsAt: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: [],
});

/* Offices */

const office = z.object({
  id: z.string(),
  branchName: z.string(),
  line1: z.string(),
  barangay: z.string(),
  municipalityCity: z.string(),
  stateProvince: z.string(),
  isActive: z.boolean(),
});
export type OfficeRow = z.output<typeof office>;

export const getStaffOffices = endpoint({
  name: "getStaffOffices",
  method: "GET",
  path: "/staff/offices",
  summary: "All offices, by name",
  access: "staff",
  action: "office.view",
  results: z.array(office),
  refusals: [],
});

export const editOffice = endpoint({
  name: "editOffice",
  method: "POST",
  path: "/staff/offices/{officeId}",
  summary: "Change what an office is called, where it is, and whether it is open to members",
  access: "staff",
  action: "office.edit",
  params: z.object({ officeId: number }),
  bodyType: "json",
  body: z.object({
    branchName: requiredText(100),
    line1: requiredText(150),
    barangay: requiredText(100),
    municipalityCity: requiredText(100),
    stateProvince: requiredText(100),
    isActive: isIt,
  }),
  refusals: ["not_found"],
});

/* Banks */

const bank = z.object({
  id: z.string(),
  code: z.string(),
  bankName: z.string(),
  takesInstapay: z.boolean(),
  takesPesonet: z.boolean(),
  instapayBic: z.nullable(z.string()),
  pesonetBic: z.nullable(z.string()),
  isActive: z.boolean(),
});
export type BankRow = z.output<typeof bank>;

export const getStaffBanks = endpoint({
  name: "getStaffBanks",
  method: "GET",
  path: "/staff/banks",
  summary: "All institutions that take transfers, by name",
  access: "staff",
  action: "bank.view",
  results: z.array(bank),
  refusals: [],
});

export const editBank = endpoint({
  name: "editBank",
  method: "POST",
  path: "/staff/banks/{bankId}",
  summary: "Change what a bank is called, its rails, and whether members can choose it",
  access: "staff",
  action: "bank.edit",
  params: z.object({ bankId: number }),
  bodyType: "json",
  body: z.object({
    bankName: requiredText(150),
    takesInstapay: isIt,
    takesPesonet: isIt,
    isActive: isIt,
  }),
  refusals: ["not_found", "bank_without_bic"],
});

/* Fees and limits */

const fee = z.object({ name: z.enum(AMOUNT_SETTINGS), amount: pesosOut });
export type Fee = z.output<typeof fee>;

export const getFees = endpoint({
  name: "getFees",
  method: "GET",
  path: "/staff/fees",
  summary: "What transfers and cards cost, and how much may be moved",
  access: "staff",
  action: "request.transfer_setting",
  results: z.array(fee),
  refusals: [],
});

/* Texts to members */

const channel = z.enum(["code", "sms", "portal"]);
const templateRules = z.object({
  placeholders: z.array(z.string()),
  begins: z.string(),
  ends: z.string(),
  isSms: z.boolean(),
  longest: z.record(z.string(), z.string()),
});
const messageTemplate = z.object({
  channel,
  name: z.string(),
  /** 0 is the text as it is shipped. */
  version: z.number(),
  textEn: z.string(),
  textFil: z.string(),
  rulesEn: templateRules,
  rulesFil: templateRules,
});
export type MessageTemplate = z.output<typeof messageTemplate>;

export const getMessageTemplates = endpoint({
  name: "getMessageTemplates",
  method: "GET",
  path: "/staff/message-templates",
  summary: "Every text to members, with the rules that a wording must keep",
  access: "staff",
  action: "message_template.view",
  results: z.array(messageTemplate),
  refusals: [],
});

export const getTemplateVersions = endpoint({
  name: "getTemplateVersions",
  method: "GET",
  path: "/staff/message-templates/{channel}/{name}/versions",
  summary: "All wordings of a text, the newest first, down to the shipped one",
  access: "staff",
  action: "message_template.view",
  params: z.object({
    channel,
    name: codeText().check(z.regex(/^[a-z][a-z_]{0,39}$/, fieldTexts.invalid)),
  }),
  results: z.array(
    z.object({
      version: z.number(),
      textEn: z.string(),
      textFil: z.string(),
      wordedBy: z.string(),
      approvedBy: z.string(),
      at: z.nullable(z.string()),
    }),
  ),
  refusals: ["not_found"],
});
