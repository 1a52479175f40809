import type { Notification } from "#contract/notifications.ts";
import { paths, transferPath } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Link } from "react-router";

/** The way to where the member can change, or follow, what a notification is about. Without one, nothing. */
export function NoticeLink(props: {
  notice: Pick<Notification, "leadsTo" | "refNo">;
  onPress?: () => void;
}) {
  const texts = useTexts("shell");
  const { notice, onPress } = props;
  const way = wayOf(notice);
  if (way === undefined) return null;
  return (
    <Link to={way.to} onClick={onPress}>
      {texts[way.text]}
    </Link>
  );
}

const WAYS = {
  card_settings: { to: paths.cardSettings, text: "cardSettings" },
  forgotten_pin: { to: paths.resetPin, text: "forgotPin" },
  top_up: { to: paths.topUpCard, text: "topUp" },
} as const;

function wayOf({ leadsTo, refNo }: Pick<Notification, "leadsTo" | "refNo">) {
  if (leadsTo === null) return undefined;
  if (leadsTo !== "transfer") return WAYS[leadsTo];
  return refNo === null ? undefined : ({ to: transferPath(refNo), text: "transferPage" } as const);
}
