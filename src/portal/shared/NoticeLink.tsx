import type { Notification } from "#contract/notifications.ts";
import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Link } from "react-router";

const LEADS_TO = { card_settings: paths.cardSettings, forgotten_pin: paths.resetPin } as const;

/** The way to where the member can change what a notification is about. Without one, nothing. */
export function NoticeLink(props: { leadsTo: Notification["leadsTo"]; onPress?: () => void }) {
  const texts = useTexts("shell");
  const { leadsTo, onPress } = props;
  if (leadsTo === null) return null;
  return (
    <Link to={LEADS_TO[leadsTo]} onClick={onPress}>
      {leadsTo === "forgotten_pin" ? texts.forgotPin : texts.cardSettings}
    </Link>
  );
}
