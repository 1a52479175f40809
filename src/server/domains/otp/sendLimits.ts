import type { Tx } from "#server/db/db.ts";
import type { Purpose } from "./purposes.ts";

const SENDS_A_DAY = 10;
/** Of one identifier, or of one member. */
const sendsAnHour = (purpose: Purpose) => (FEW.includes(purpose) ? 3 : 5);
const FEW: readonly Purpose[] = ["recover_username", "recover_password", "freeze", "lift_freeze"];
const HOUR_MS = 60 * 60 * 1000;

/** Who codes are counted for: a member, or an identifier that strangers ask about, whosever it is. */
export type CountedFor = { memberId: bigint } | { toldGuid: string };

/**
 * Seconds until another code of this purpose may be sent: 5 an hour, of a recovery or a freeze 3, 10 a day; 0 when it
 * may be now.
 * Each purpose has its own share: whoever asks for one kind of code leaves the other kind alone. So do
 * strangers leave alone what a browser asks for that the member has signed in with.
 */
export async function secondsToNextSend(
  tx: Tx,
  {
    whom,
    purpose,
    isKnownDevice = false,
    at,
  }: { whom: CountedFor; purpose: Purpose; isKnownDevice?: boolean; at: Date },
): Promise<number> {
  const sends = await tx
    .selectFrom("otp_challenge")
    .select("sent_at")
    .where((is) =>
      "memberId" in whom
        ? is.and([is("member_id", "=", whom.memberId), is("texted", "=", true)])
        : is.and([is("told_guid", "=", whom.toldGuid), is("in_budget", "=", true)]),
    )
    .where("purpose", "=", purpose)
    .where("from_known_device", "=", isKnownDevice)
    .where("sent_at", ">", new Date(at.getTime() - 24 * HOUR_MS))
    .orderBy("sent_at", "desc")
    .limit(SENDS_A_DAY)
    .execute();
  const waits = [
    freeAfter(sends.at(sendsAnHour(purpose) - 1)?.sent_at, HOUR_MS, at),
    freeAfter(sends.at(SENDS_A_DAY - 1)?.sent_at, 24 * HOUR_MS, at),
  ];
  return Math.ceil(Math.max(...waits) / 1000);
}

/** Milliseconds until the oldest send that counts has left its window. */
function freeAfter(oldest: Date | undefined, windowMs: number, at: Date): number {
  return oldest ? Math.max(0, oldest.getTime() + windowMs - at.getTime()) : 0;
}
