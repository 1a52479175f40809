import * as z from "zod/mini";
import { documentName, documentVersions } from "./documents.ts";
import { endpoint } from "./endpoint.ts";
import { codeText, fieldTexts, guidParams } from "./fields.ts";

/** The text that is in force, and no other: who still sees an older one is not heard for the newer. */
const agreement = z
  .object({ document: documentName, version: codeText(fieldTexts.required) })
  .check(
    z.refine(({ document, version }) => version === documentVersions[document], {
      path: ["version"],
      error: fieldTexts.invalid,
    }),
  );

export const agreeToDocument = endpoint({
  name: "agreeToDocument",
  method: "POST",
  path: "/members/{guid}/consent",
  summary: "Agree to the version of a text that is in force. A repeat changes nothing.",
  access: "member",
  bodyType: "json",
  params: guidParams,
  body: agreement,
  refusals: ["not_found"],
});
