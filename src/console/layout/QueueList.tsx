import { countText } from "#console/api/queues.ts";
import { MENU } from "#console/menu.ts";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { StaffQueue } from "#contract/staff/home.ts";
import type { ListTotal } from "#contract/staff/list.ts";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";

/** Lists that show just what a queue counts, where its screen shows more. */
const LISTS: Partial<Record<StaffQueue, string>> = {
  late_transfers: `${paths.openTransfers}?age=late`,
  overdue_refunds: `${paths.openTransfers}?due=hour`,
  transfer_cases: `${paths.transferCases}?show=open`,
  open_breaks: `${paths.breaks}?state=open`,
};

/** Queues with their counts, each leading to its screen where there is one. */
export function QueueList(props: {
  queues: readonly (ListTotal & { queue: StaffQueue })[];
  nothing: string;
  onChoose?: () => void;
}) {
  const texts = useTexts("home");
  if (props.queues.length === 0) return <p className="sub">{props.nothing}</p>;
  return (
    <ul className="c-queues">
      {props.queues.map(({ queue, ...total }) => {
        const to = LISTS[queue] ?? MENU.find((item) => item.queue === queue)?.to;
        const content = (
          <>
            <span>{texts.queue[queue]}</span>
            <b className="num">{countText(total)}</b>
          </>
        );
        return (
          <li key={queue}>
            {to === undefined ? (
              <div>{content}</div>
            ) : (
              <Link to={to} onClick={props.onChoose}>
                {content}
                <ChevronRight />
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
