import type { MemberCases } from "#contract/staff/members.ts";
import type { App } from "#server/platform/app.ts";
import { findMember } from "#server/domains/members/desk/findMember.ts";

const LATEST = 100;

/** What was asked for about a member and what colleagues noted, newest first. */
export async function readMemberCases(app: App, memberGuid: string): Promise<MemberCases> {
  const { id } = await findMember(app, memberGuid);
  const [requests, notes] = await Promise.all([
    app.db
      .selectFrom("staff_request")
      .select([
        "id",
        "kind",
        "state",
        "maker_username",
        "made_at",
        "checker_username",
        "decided_at",
      ])
      .where("subject", "=", `member:${memberGuid}`)
      .orderBy("made_at", "desc")
      .limit(LATEST)
      .execute(),
    app.db
      .selectFrom("member_note")
      .select(["id", "body", "written_by", "written_at"])
      .where("member_id", "=", id)
      .orderBy("id", "desc")
      .limit(LATEST)
      .execute(),
  ]);
  return {
    requests: requests.map((request) => ({
      requestId: request.id,
      kind: request.kind,
      state: request.state,
      maker: request.maker_username,
      madeAt: request.made_at.toISOString(),
      checker: request.checker_username ?? "",
      decidedAt: request.decided_at?.toISOString() ?? null,
    })),
    notes: notes.map((note) => ({
      id: String(note.id),
      body: note.body,
      writtenBy: note.written_by,
      at: note.written_at.toISOString(),
    })),
  };
}
