import { brand } from "#brand";
import type { Language } from "#contract/refusals.ts";
import { leadsTo } from "#server/platform/notifications/leadsTo.ts";
import { notificationText } from "#server/platform/messages/notices/texts.ts";

type Notice = { kind: string; params: Record<string, string> };

/** What a browser is told: for the service worker (src/portal/worker), which shows it. */
export type PushWords = {
  title: string;
  body: string;
  lang: Language;
  /** The same notice told twice is one. */
  tag: string;
  /** Where a press leads: a page of the portal by a name, or a transaction by its reference. */
  opens: string;
};

const PESO = "₱";
/** More than a phone shows. */
const LONGEST = 400;

/** What whoever looks at a locked screen may know. */
const withoutAmounts: Record<"card" | "any", Record<Language, string>> = {
  card: {
    en: "Your card was used. Open to see for what.",
    fil: "Nagamit ang inyong card. Buksan para makita kung saan.",
  },
  any: {
    en: "There is news about your money. Open to read it.",
    fil: "May balita tungkol sa inyong pera. Buksan para mabasa.",
  },
};

const CARD_USES: ReadonlySet<string> = new Set(["card_purchase", "card_withdrawal"]);
/** What stopped it stands among the card's settings, but for too little money. */
const DECLINED = "card_declined_";

/** The words of a pushed notice: the portal's own, without any that tells an amount unless the member wants that. */
export function pushWords(
  { id, notice }: { id: bigint; notice: Notice },
  { language, showsAmounts }: { language: Language; showsAmounts: boolean },
  written: ReadonlyMap<string, Record<Language, string>>,
): PushWords {
  const text = notificationText(notice, language, written);
  const { kind } = notice;
  const isCard = CARD_USES.has(kind) || kind.startsWith(DECLINED);
  const body = showsAmounts || !text.includes(PESO) ? text : undefined;
  return {
    title: brand.portal,
    body: body?.slice(0, LONGEST) ?? withoutAmounts[isCard ? "card" : "any"][language],
    lang: language,
    tag: `notice-${id}`,
    opens: opensAt(notice),
  };
}

function opensAt({ kind, params }: Notice): string {
  const of = leadsTo(kind, params);
  if (of.leadsTo === "top_up") return "top_up";
  if (kind.startsWith(DECLINED)) return "card_settings";
  return of.refNo ?? "dashboard";
}
