import { Refusal } from "#server/refusal.ts";

/** What neither inactivity's end nor a sign-up or recovery of the member opens again. */
export const staysClosed = (closedFor: string | null): boolean =>
  closedFor === "staff" || closedFor === "frozen";

/** What a member whose online access is not open is told; nothing to tell when it is open. */
export function accessRefusal(member: {
  status: string;
  access_closed_for: string | null;
}): Refusal | undefined {
  if (member.status === "active") return undefined;
  if (member.access_closed_for === "staff") return new Refusal("access_closed");
  if (member.access_closed_for === "frozen") return new Refusal("access_frozen");
  return new Refusal(member.status === "suspended" ? "access_suspended" : "access_cancelled");
}
