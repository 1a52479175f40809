import { maskMobile } from "#common/mask.ts";
import {
  NOTICE_GROUPS,
  type NoticeChannel,
  type NoticeChoices,
  type NoticeGroup,
} from "#contract/noticeChoices.ts";
import type { App, Caller } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { isMailAddress } from "#server/platform/config/mailConfig.ts";
import { isOnUnchosen, ruleOf } from "./noticeGroups.ts";

type Chosen = { notice_group: string; channel: string; is_on: boolean };

/** What the member chose, where it is not as it is by itself. */
export const readChosen = (db: Db | Tx, memberId: bigint): Promise<Chosen[]> =>
  db
    .selectFrom("notice_choice")
    .select(["notice_group", "channel", "is_on"])
    .where("member_id", "=", memberId)
    .execute();

/** Whether a kind of notice goes by a channel; of an amount that decides, whether any goes. */
export function isOn(
  chosen: readonly Chosen[],
  { group, channel }: { group: NoticeGroup; channel: NoticeChannel },
): boolean {
  const row = chosen.find((each) => each.notice_group === group && each.channel === channel);
  return ruleOf(group, channel) === "always" || (row?.is_on ?? isOnUnchosen(channel));
}

/** By which channels each kind of notice goes to the member. */
export async function readNoticeChoices(app: App, { memberId }: Caller): Promise<NoticeChoices> {
  const [chosen, member] = await Promise.all([
    readChosen(app.db, memberId),
    app.db
      .selectFrom("member")
      .select(["mobile_number", "email_address", "purchase_text_from_centavos"])
      .where("id", "=", memberId)
      .executeTakeFirstOrThrow(),
  ]);
  const state = (group: NoticeGroup, channel: NoticeChannel) => ({
    rule: ruleOf(group, channel),
    isOn:
      ruleOf(group, channel) === "by_amount"
        ? member.purchase_text_from_centavos !== null
        : isOn(chosen, { group, channel }),
  });
  return {
    groups: NOTICE_GROUPS.map((group) => ({
      group,
      text: state(group, "text"),
      email: state(group, "email"),
      push: state(group, "push"),
    })),
    mobileNumber: member.mobile_number === null ? "" : maskMobile(member.mobile_number),
    emailAddress: app.mail === undefined ? null : mailedTo(member.email_address),
  };
}

/** What no e-mail can be sent to (deliverMail) is no address. */
const mailedTo = (address: string): string => (isMailAddress(address) ? address : "");
