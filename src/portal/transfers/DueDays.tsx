import type { DueDay } from "#contract/schedules.ts";
import { scheduleDaysRead } from "#portal/api/scheduleReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { useQuery } from "@tanstack/react-query";
import type { Intent } from "./order.ts";

/** The first days of what goes by a schedule, in the review: those on which it is sent. */
export function DueDays({ kind, repeats, firstOn }: Required<Due> & { kind: Intent["kind"] }) {
  const { data = [] } = useQuery(
    scheduleDaysRead(useGuid(), { transferKind: kind, repeats, firstOn }),
  );
  const texts = useTexts("schedules");
  const language = useLanguage();
  const text = ({ dueOn, sendOn }: DueDay) => {
    const send = formatDate(dayOf(sendOn), "day", language);
    return dueOn === sendOn ? send : texts.moved(formatDate(dayOf(dueOn), "day", language), send);
  };
  const more = repeats === "once" ? "" : " …";
  return <>{data.map(text).join(", ") + (data.length === 0 ? "" : more)}</>;
}

type Due = { repeats: NonNullable<Intent["repeats"]>; firstOn: string };
