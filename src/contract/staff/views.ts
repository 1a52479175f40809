import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts, requiredText, textFor } from "#contract/fields.ts";

/** The lists whose views are kept, by the names of their screens: nobody fills the table with others. */
export const LIST_NAMES = [
  "audit",
  "card_applications",
  "card_batches",
  "card_kits",
  "earning_lines",
  "earning_runs",
  "exceptions",
  "inward_credits",
  "jobs",
  "journal",
  "ledger_accounts",
  "ledger_statement",
  "loan_applications",
  "members",
  "open_transfers",
  "payroll_files",
  "payroll_lines",
  "reconciliation_breaks",
  "reconciliation_proofs",
  "reconciliation_runs",
  "remittance_lines",
  "standing_deductions",
  "remittances",
  "requests",
  "safety_watch",
  "staff_accounts",
  "text_messages",
  "transfer_cases",
] as const;
export type ListName = (typeof LIST_NAMES)[number];

const listName = z.enum(LIST_NAMES, { error: textFor(fieldTexts.invalid) });

const viewId = codeText().check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid));

const savedView = z.object({ id: viewId, name: z.string(), query: z.string() });
export type SavedView = z.output<typeof savedView>;

export const getSavedViews = endpoint({
  name: "getSavedViews",
  method: "GET",
  path: "/staff/views",
  summary: "The caller's own views of a list, in the order in which they were made",
  access: "staff",
  action: "own_access.use",
  query: z.object({ list: listName }),
  results: z.array(savedView),
  refusals: [],
});

export const saveView = endpoint({
  name: "saveView",
  method: "POST",
  path: "/staff/views",
  summary: "Keep filters and order of a list under a name; the same name again replaces it",
  access: "staff",
  action: "own_access.use",
  bodyType: "json",
  body: z.object({
    list: listName,
    name: requiredText(40),
    /** As in the address of the screen, without its question mark. */
    query: codeText(fieldTexts.required).check(
      z.minLength(1, fieldTexts.required),
      z.maxLength(2000, fieldTexts.tooLong),
      z.regex(/^[a-zA-Z]\w*=[\w%.~+*-]*(?:&[a-zA-Z]\w*=[\w%.~+*-]*)*$/, fieldTexts.invalid),
    ),
  }),
  result: savedView,
  refusals: ["too_many_views"],
});

export const deleteView = endpoint({
  name: "deleteView",
  method: "POST",
  path: "/staff/views/{viewId}/delete",
  summary: "Forget one of the caller's own views",
  access: "staff",
  action: "own_access.use",
  params: z.object({ viewId }),
  refusals: ["not_found"],
});
