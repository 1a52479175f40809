import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, uuid } from "./fields.ts";

const refNo = codeText().check(z.regex(/^[A-Za-z0-9-]{1,20}$/, fieldTexts.invalid));

export const getTransferReceipt = endpoint({
  name: "getTransferReceipt",
  method: "GET",
  path: "/members/{guid}/transfers/{refNo}/receipt",
  summary: "The receipt of one of the member's transfers as PDF, in the language of the call",
  access: "member",
  params: z.object({ guid: uuid, refNo }),
  file: "document",
  refusals: ["not_found", "busy", "unavailable"],
});
