import type { Activity } from "#contract/activity.ts";
import { guessedName } from "#contract/deviceName.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { type DateForm, DateText } from "#ui/DateText.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import {
  Ban,
  Building2,
  CreditCard,
  Gauge,
  KeyRound,
  LockKeyhole,
  LogIn,
  type LucideIcon,
  MessageSquareText,
  MonitorSmartphone,
  Snowflake,
} from "lucide-react";
import { SafetyRow } from "./SafetySection.tsx";

const REFUSED: ReadonlySet<string> = new Set([
  "sign_in_refused",
  "code_refused",
  "current_password_wrong",
]);

/** By how the name of a kind begins: what was done where. */
const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/refused$|wrong$/, Ban],
  [/frozen$/, Snowflake],
  [/^money|^lock_/, LockKeyhole],
  [/^own_limit/, Gauge],
  [/^request|^access|^first_time|^mobile|^email/, Building2],
  [/^card|^pin|^cvv|^limit|^purchase/, CreditCard],
  [/^code/, MessageSquareText],
  [/^passkey|^password|^username|^recovery/, KeyRound],
  [/^device|elsewhere$|^sessions/, MonitorSmartphone],
];

/** One thing that happened: what, when, in which browser and from which network, as far as that is known. */
export function ActivityRow({ row, form }: { row: Activity; form: DateForm }) {
  const texts = useTexts("activity");
  const language = useLanguage();
  const { kind, doer, about, times, browser, system, place } = row;
  const icon = ICONS.find(([name]) => name.test(kind))?.[1] ?? LogIn;
  const words = [
    doer === "office" ? texts.byOffice : doer === "bank" ? texts.byBank : "",
    browser === "" && system === "" ? "" : guessedName({ browser, system }, language),
    texts.places[place],
  ].filter((text) => text !== "");
  return (
    <SafetyRow
      icon={icon}
      name={texts.kinds[kind](times, texts.about[about] ?? "")}
      tag={REFUSED.has(kind) && <StatusTag kind="warn">{texts.refused}</StatusTag>}
    >
      <DateText at={new Date(row.at)} form={form} language={language} />
      {words.length > 0 && ` · ${words.join(" · ")}`}
    </SafetyRow>
  );
}
