import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { requiredCode, uuid } from "#contract/fields.ts";

export const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;

/** What is kept and handed out: a picture that comes is drawn anew as a JPEG; older ones may be PNG. */
export const DOCUMENT_TYPES = ["image/jpeg", "image/png", "application/pdf"] as const;
/** What a picture may come as; what it is, its bytes say. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;

export const uploadRequestDocument = endpoint({
  name: "uploadRequestDocument",
  method: "POST",
  path: "/staff/documents",
  summary:
    "Send a document for a request: a picture of 2 MB at most (JPEG, PNG or WebP; kept as JPEG) or a PDF of 5 MB; unused ones are forgotten",
  access: "staff",
  action: "request.view",
  bodyType: "document",
  query: z.object({ name: requiredCode(200) }),
  result: z.object({ documentId: z.string() }),
  refusals: [
    "not_your_role",
    "document_empty",
    "document_too_large",
    "document_unreadable",
    "picture_too_large",
    "too_many_requests",
    "invalid_parameters",
  ],
});

export const getRequestDocument = endpoint({
  name: "getRequestDocument",
  method: "GET",
  path: "/staff/requests/{requestId}/documents/{documentId}",
  summary: "A document of a request, as a file to keep. Each opening is recorded.",
  access: "staff",
  action: "request.view",
  object: "request",
  params: z.object({ requestId: uuid, documentId: uuid }),
  file: "document",
  refusals: ["not_found", "not_your_role"],
});
