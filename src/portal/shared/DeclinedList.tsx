import type { Notification } from "#contract/notifications.ts";
import { useLanguage } from "#portal/texts/texts.ts";
import { DateText } from "#ui/DateText.tsx";
import type { ReactNode } from "react";
import "./declinedList.css";

/** Declined uses of the card, each with why and when. */
export function DeclinedList(props: {
  declined: readonly Notification[];
  /** What can be done about one. */
  action: (one: Notification) => ReactNode;
}) {
  const language = useLanguage();
  return (
    <ul className="declined-list">
      {props.declined.map((one) => (
        <li key={one.id}>
          <p>{one.message}</p>
          {props.action(one)}
          <p className="meta">
            <DateText at={new Date(one.date)} form="dayTime" language={language} />
          </p>
        </li>
      ))}
    </ul>
  );
}
