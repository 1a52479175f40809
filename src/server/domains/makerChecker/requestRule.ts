import * as z from "zod/mini";
import {
  type RequestKind,
  type RequestPayload,
  requestPayloads,
} from "#contract/staff/requestPayloads.ts";
import type { ApprovalFollows, Facts } from "#contract/staff/requests.ts";
import type { Language } from "#contract/refusals.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/db/db.ts";
import { validate } from "#server/platform/http/validate.ts";

/** Who decided what, and when: what a kind needs to carry it out. */
export type Approval = {
  app: App;
  at: Date;
  requestId: string;
  /** Usernames, for the books and the audit trail. */
  maker: string;
  checker: string;
  /** The checker's account and person. */
  by: { staffId: bigint; personKey: string };
  correlationId: string;
};

/**
 * One kind of request. All of it runs inside the transaction that makes or decides the request; rows that
 * `readBefore` reads are locked, so that what was compared is what is changed.
 */
export type RequestRule<Kind extends RequestKind> = {
  kind: Kind;
  /** What it is about, as 'member:<guid>': of a kind and subject one request is open at a time. */
  subjectOf: (payload: RequestPayload<Kind>) => string;
  /** Whose branch decides; null for what is the whole association's. Refuses not_found. */
  readOffice: (tx: Tx, payload: RequestPayload<Kind>) => Promise<bigint | null>;
  /** The state it changes. Refuses request_does_not_apply where there is nothing to change. */
  readBefore: (tx: Tx, payload: RequestPayload<Kind>, at: Date) => Promise<Facts>;
  /** What that state becomes; the names are those of the state before. */
  after: (payload: RequestPayload<Kind>, before: Facts) => Facts;
  /**
   * Why this person, who is not the maker, does not approve it all the same; the request stays open for
   * others. Only for kinds with such a rule.
   */
  barred?: (
    tx: Tx,
    payload: RequestPayload<Kind>,
    personKey: string,
  ) => Promise<DecisionBar | undefined>;
  /**
   * What must be true when it is asked for and when it is carried out, and is told where it is not: refuses
   * with the words, in the language of who asks or decides. Only for kinds with such a rule.
   */
  mustHold?: (
    tx: Tx,
    payload: RequestPayload<Kind>,
    now: { at: Date; language: Language },
  ) => Promise<void>;
  /** Does it. Tells whoever it concerns. Answers what is still to come, where that is not all. */
  apply: (
    tx: Tx,
    payload: RequestPayload<Kind>,
    approval: Approval,
  ) => Promise<ApprovalFollows | void>;
};

/** The no of a kind to a person who would decide it. */
export type DecisionBar = "loan_processor_approves" | "loan_approved_already";

/** A request whose payload has been read: what is left to say is the transaction. */
export type BoundRequest = {
  /** The payload as it is kept and hashed. */
  wire: unknown;
  subject: string;
  readOffice: (tx: Tx) => Promise<bigint | null>;
  readBefore: (tx: Tx, at: Date) => Promise<Facts>;
  after: (before: Facts) => Facts;
  barred: (tx: Tx, personKey: string) => Promise<DecisionBar | undefined>;
  mustHold: (tx: Tx, at: Date) => Promise<void>;
  apply: (tx: Tx, approval: Approval) => Promise<ApprovalFollows | null>;
};

/** Reads a payload and binds it to its rule. Throws FieldErrors that name 'payload.<field>'. */
export type BindRequest = (wire: unknown, language: Language) => BoundRequest;

/** What the second person reads of the identity document, for the kinds at whose asking one is seen. */
function documentSeen(payload: object): { before: Facts; after: Facts } {
  if (!("identityDocument" in payload)) return { before: {}, after: {} };
  const { identityDocument } = payload;
  return {
    before: { identityDocument: "" },
    after: { identityDocument: String(identityDocument) },
  };
}

/** Makes one entry of the list of kinds. */
export function defineKind<Kind extends RequestKind>(
  rule: RequestRule<Kind>,
): readonly [Kind, BindRequest] {
  const schema = requestPayloads[rule.kind];
  const body = z.object({ payload: schema });
  const bind: BindRequest = (wire, language) => {
    const read = validate({ body }, { params: {}, query: {}, body: { payload: wire } }, language);
    // Validated by the schema of this very kind.
    const { payload } = read.body as { payload: RequestPayload<Kind> };
    const seen = documentSeen(payload);
    return {
      // The same schema, the other way round.
      wire: z.encode(schema as z.ZodMiniType, payload),
      subject: rule.subjectOf(payload),
      readOffice: (tx) => rule.readOffice(tx, payload),
      readBefore: async (tx, at) => ({
        ...(await rule.readBefore(tx, payload, at)),
        ...seen.before,
      }),
      after: (before) => ({ ...rule.after(payload, before), ...seen.after }),
      barred: async (tx, personKey) => rule.barred?.(tx, payload, personKey),
      mustHold: async (tx, at) => rule.mustHold?.(tx, payload, { at, language }),
      apply: async (tx, approval) => (await rule.apply(tx, payload, approval)) ?? null,
    };
  };
  return [rule.kind, bind];
}

/** Every kind of request that this program knows. */
export type RequestKinds = ReadonlyMap<RequestKind, BindRequest>;

/** How requests of this kind are read and carried out. Throws for a kind that this program lacks. */
export function ruleOf(kinds: RequestKinds, kind: RequestKind): BindRequest {
  const bind = kinds.get(kind);
  if (bind === undefined) throw new Error(`there is no rule for requests of kind ${kind}`);
  return bind;
}
