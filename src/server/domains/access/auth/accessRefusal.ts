import { Refusal } from "#server/refusal.ts";

/** What a member whose online access is not open is told; nothing to tell when it is open. */
export function accessRefusal(member: {
  status: string;
  access_closed_for: string | null;
}): Refusal | undefined {
  if (member.status === "active") return undefined;
  if (member.access_closed_for === "staff") return new Refusal("access_closed");
  return new Refusal(member.status === "suspended" ? "access_suspended" : "access_cancelled");
}
