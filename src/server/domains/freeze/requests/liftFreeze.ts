import { Refusal } from "#server/refusal.ts";
import { defineKind } from "#server/domains/makerChecker/requestRule.ts";
import { readMemberOffice } from "#server/domains/members/memberOffice.ts";
import { lockMember } from "#server/domains/members/requests/memberOf.ts";
import { endFreeze, lockFreeze } from "#server/domains/freeze/endFreeze.ts";

/** Ends the freeze of a member who stood at an office and showed who they are: one saw it, another decides. */
export const liftFreeze = defineKind({
  kind: "lift_freeze",
  subjectOf: ({ memberGuid }) => `member:${memberGuid}`,
  readOffice: readMemberOffice,
  readBefore: async (tx, { memberGuid }) => {
    const { id, status, access_closed_for: closedFor } = await lockMember(tx, memberGuid);
    const freeze = await lockFreeze(tx, id);
    if (freeze === undefined) throw new Refusal("request_does_not_apply");
    return {
      memberStatus: status,
      closedFor: closedFor ?? "",
      frozenSince: freeze.frozen_at.toISOString(),
      returnsTo: freeze.was_status,
    };
  },
  after: (_payload, before) => ({
    ...before,
    memberStatus: before["returnsTo"] ?? "active",
    closedFor: before["returnsTo"] === "active" ? "" : "inactivity",
    frozenSince: "",
  }),
  apply: async (tx, { memberGuid, identityDocument }, { app, at, checker, correlationId }) => {
    const { id: memberId } = await lockMember(tx, memberGuid);
    const isAsked = await endFreeze(tx, app, {
      memberId,
      actor: { kind: "staff", name: checker },
      how: "office",
      identityDocument,
      correlationId,
      at,
    });
    return isAsked ? "issuer" : undefined;
  },
});
