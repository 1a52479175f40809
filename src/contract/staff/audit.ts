import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { codeText, fieldTexts } from "#contract/fields.ts";
import { choiceFilter, dayFilter, exportQuery, listAnswer, listQuery, textFilter } from "./list.ts";

/** Who acts, by kind: the one who signed in, the bank's own programs, or somebody who is not known. */
export const ACTOR_KINDS = ["member", "staff", "system", "visitor"] as const;

const SORTS = ["at"] as const;
const filters = {
  /** Days in Manila, both included. */
  from: dayFilter,
  to: dayFilter,
  actorKind: choiceFilter(ACTOR_KINDS),
  actor: textFilter,
  action: textFilter,
  object: textFilter,
  /** A membership number or a guid: what that member did, and what was done to that member. */
  member: textFilter,
  correlationId: textFilter,
  /** A part of an office's name: what its people did, and what was done to its members. */
  branch: textFilter,
};

const auditEvent = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  actorKind: z.enum(ACTOR_KINDS),
  actor: z.string(),
  action: z.string(),
  object: z.string(),
  correlationId: z.string(),
});
export type AuditEventRow = z.output<typeof auditEvent>;

export const listAuditEvents = endpoint({
  name: "listAuditEvents",
  method: "GET",
  path: "/staff/audit",
  summary: "What was done, by whom, to what; newest first",
  access: "staff",
  action: "audit.view",
  query: listQuery(SORTS, filters),
  result: listAnswer(auditEvent),
  refusals: [],
});

export const exportAuditEvents = endpoint({
  name: "exportAuditEvents",
  method: "GET",
  path: "/staff/audit/export",
  summary: "The filtered list as a file, which is itself recorded",
  access: "staff",
  action: "audit.export",
  query: exportQuery(SORTS, filters),
  file: "csv",
  refusals: [],
});

export const getAuditEvent = endpoint({
  name: "getAuditEvent",
  method: "GET",
  path: "/staff/audit/events/{eventId}",
  summary: "One event with its figures and its seal",
  access: "staff",
  action: "audit.view",
  params: z.object({
    eventId: codeText().check(z.regex(/^[1-9]\d{0,17}$/, fieldTexts.invalid)),
  }),
  result: z.extend(auditEvent, {
    detail: z.record(z.string(), z.unknown()),
    /** Null until it is sealed, which takes seconds. */
    seal: z.nullable(z.object({ position: z.string(), sealedAt: z.string() })),
  }),
  refusals: ["not_found"],
});

const chain = z.object({
  /** The last seal. */
  position: z.string(),
  sealedAt: z.nullable(z.string()),
  /** The last head that was signed and kept outside the database. */
  signed: z.nullable(z.object({ position: z.string(), at: z.string() })),
});

export const getAuditChain = endpoint({
  name: "getAuditChain",
  method: "GET",
  path: "/staff/audit/chain",
  summary: "How far audit and ledger are sealed and signed, and what the last verification found",
  access: "staff",
  action: "audit.view",
  result: z.object({
    audit: chain,
    ledger: chain,
    verification: z.nullable(
      z.object({
        at: z.string(),
        findings: z.int(),
        /** The first hundred, each with its row. */
        named: z.array(z.string()),
      }),
    ),
  }),
  refusals: [],
});
