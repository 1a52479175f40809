import {
  decideRequest as decideCall,
  makeRequest as makeCall,
  withdrawRequest as withdrawCall,
  exportRequests as exportCall,
  getRequest,
  listRequests as listCall,
} from "#contract/staff/requests.ts";
import { getRequestDocument, uploadRequestDocument } from "#contract/staff/requestDocuments.ts";
import { onStaffCall, type Route } from "#server/platform/http/calls.ts";
import { decideRequest } from "./decideRequest.ts";
import { exportRequests, listRequests } from "./listRequests.ts";
import { makeRequest } from "./makeRequest.ts";
import { readDocument } from "./readDocument.ts";
import { readRequest } from "./readRequest.ts";
import type { RequestKinds } from "./requestRule.ts";
import { uploadDocument } from "./uploadDocument.ts";
import { withdrawRequest } from "./withdrawRequest.ts";

/** The calls of the two-person requests of these kinds. */
export const requestRoutes = (kinds: RequestKinds): Route[] => [
  onStaffCall(makeCall, async ({ app, staff, body, idempotencyKey }) => ({
    result: await makeRequest(app, kinds, staff, { ...body, idempotencyKey }),
  })),
  onStaffCall(listCall, async ({ app, staff, query }) => ({
    result: await listRequests(app, staff, query),
  })),
  onStaffCall(exportCall, async ({ app, staff, query }) => ({
    file: await exportRequests(app, staff, query),
  })),
  onStaffCall(getRequest, async ({ app, staff, params }) => ({
    result: await readRequest(app, kinds, staff, params.requestId),
  })),
  onStaffCall(decideCall, async ({ app, staff, params, body }) => ({
    result: await decideRequest(app, kinds, staff, { ...body, requestId: params.requestId }),
  })),
  onStaffCall(withdrawCall, async ({ app, staff, params }) => ({
    result: await withdrawRequest(app, staff, params.requestId),
  })),
  onStaffCall(uploadRequestDocument, async ({ app, staff, query, upload }) => ({
    result: { documentId: await uploadDocument(app, staff, query.name, upload) },
  })),
  onStaffCall(getRequestDocument, async ({ app, staff, params }) => ({
    file: await readDocument(app, staff, params),
  })),
];
