import {
  decideRequest as decideCall,
  makeRequest as makeCall,
  withdrawRequest as withdrawCall,
  getRequest,
  listRequests as listCall,
} from "#contract/staff/requests.ts";
import { onStaffCall, type Route } from "#server/http/calls.ts";
import { decideRequest } from "./decideRequest.ts";
import { listRequests } from "./listRequests.ts";
import { makeRequest } from "./makeRequest.ts";
import { readRequest } from "./readRequest.ts";
import { withdrawRequest } from "./withdrawRequest.ts";

export const requestRoutes: Route[] = [
  onStaffCall(makeCall, async ({ app, staff, body, idempotencyKey }) => ({
    result: await makeRequest(app, staff, { ...body, idempotencyKey }),
  })),
  onStaffCall(listCall, async ({ app, staff, query }) => ({
    result: await listRequests(app, staff, query),
  })),
  onStaffCall(getRequest, async ({ app, staff, params }) => ({
    result: await readRequest(app, staff, params.requestId),
  })),
  onStaffCall(decideCall, async ({ app, staff, params, body }) => ({
    result: await decideRequest(app, staff, { ...body, requestId: params.requestId }),
  })),
  onStaffCall(withdrawCall, async ({ app, staff, params }) => ({
    result: await withdrawRequest(app, staff, params.requestId),
  })),
];
