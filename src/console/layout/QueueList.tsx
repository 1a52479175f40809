import { countText } from "#console/api/queues.ts";
import { MENU } from "#console/menu.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { StaffQueue } from "#contract/staff/home.ts";
import type { ListTotal } from "#contract/staff/list.ts";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";

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
        const screen = MENU.find((item) => item.queue === queue);
        const content = (
          <>
            <span>{texts.queue[queue]}</span>
            <b className="num">{countText(total)}</b>
          </>
        );
        return (
          <li key={queue}>
            {screen === undefined ? (
              <div>{content}</div>
            ) : (
              <Link to={screen.to} onClick={props.onChoose}>
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
