import { type Centavos, formatPesos, formatPesosAscii } from "#common/money.ts";
import { whyText } from "#server/platform/messages/notices/scheduleTexts.ts";
import type { Tx } from "#server/db/db.ts";
import type { App } from "#server/platform/app.ts";
import { noticeDay } from "#server/platform/notifications/noticeDay.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { tellMember } from "#server/platform/notifications/tellMember.ts";

/** Whose schedule, and of which day. */
export type Told = { memberId: bigint; amount: Centavos; account: string; sendOn: string };

/** In the portal and on the phone: that it is sent tomorrow, and why it was not. */
export async function tellOfDay(
  tx: Tx,
  app: App,
  notice: "schedule_tomorrow" | "schedule_waiting" | "schedule_missed" | "schedule_stopped",
  { memberId, amount, account, sendOn, refusedFor = "" }: Told & { refusedFor?: string },
): Promise<void> {
  const why = whyText(refusedFor);
  await tellMember(tx, app, {
    memberId,
    notice,
    values: {
      amount: formatPesos(amount),
      pesos: formatPesosAscii(amount),
      account: account.slice(-4),
      date: noticeDay(sendOn),
      ...(refusedFor !== "" && { why: why.en, whyFil: why.fil }),
    },
  });
}

/** In the portal and on the phone: what stopped all of its days. */
export async function tellOfSchedule(
  tx: Tx,
  app: App,
  notice: "schedule_renamed" | "schedule_paused_by_us" | "schedule_ended_by_us",
  { memberId, amount, account }: Omit<Told, "sendOn">,
): Promise<void> {
  const values = {
    amount: formatPesos(amount),
    pesos: formatPesosAscii(amount),
    account: account.slice(-4),
  };
  await tellMember(tx, app, { memberId, notice, values });
}

/** In the portal alone: on the phone the transfer itself is told of, as any is. */
export async function tellSent(
  tx: Tx,
  app: App,
  { memberId, amount, account, refNo }: Omit<Told, "sendOn"> & { refNo: string },
): Promise<void> {
  await notify(tx, {
    memberId,
    kind: "schedule_sent",
    params: { amount: formatPesos(amount), account: account.slice(-4), refNo },
    at: app.now(),
  });
}
