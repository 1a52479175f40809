import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { uuid } from "./fields.ts";
import { transferRefNo } from "./transfers.ts";

export const getTransferReceipt = endpoint({
  name: "getTransferReceipt",
  method: "GET",
  path: "/members/{guid}/transfers/{refNo}/receipt",
  summary: "The receipt of one of the member's transfers as PDF, in the language of the call",
  access: "member",
  params: z.object({ guid: uuid, refNo: transferRefNo }),
  file: "document",
  refusals: ["not_found", "busy", "unavailable"],
});
