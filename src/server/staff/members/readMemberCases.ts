import type { MemberCases } from "#contract/staff/members.ts";
import type { App } from "#server/app.ts";
import { findMember } from "./findMember.ts";

const LATEST = 100;

/** What colleagues noted about a member, newest first. */
export async function readMemberCases(app: App, memberGuid: string): Promise<MemberCases> {
  const { id } = await findMember(app, memberGuid);
  const notes = await app.db
    .selectFrom("member_note")
    .select(["id", "body", "written_by", "written_at"])
    .where("member_id", "=", id)
    .orderBy("id", "desc")
    .limit(LATEST)
    .execute();
  return {
    requests: [],
    notes: notes.map((note) => ({
      id: String(note.id),
      body: note.body,
      writtenBy: note.written_by,
      at: note.written_at.toISOString(),
    })),
  };
}
