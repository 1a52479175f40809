import { countText } from "#console/api/queues.ts";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { StaffQueue } from "#contract/staff/home.ts";
import type { ListTotal } from "#contract/staff/list.ts";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";

/** The list that shows just what a queue counts (server/domains/home/queues.ts). */
const LISTS: Record<StaffQueue, string> = {
  requests_to_decide: `${paths.requests}?show=to_decide`,
  card_applications: `${paths.cardApplications}?show=for_desk`,
  late_transfers: `${paths.openTransfers}?age=late`,
  overdue_refunds: `${paths.openTransfers}?due=hour`,
  transfer_cases: `${paths.transferCases}?show=to_answer`,
  safety_watch: `${paths.safetyWatch}?owner=none`,
  open_breaks: `${paths.breaks}?state=open`,
  loan_applications: `${paths.loanApplications}?show=for_desk`,
  remittance_exceptions: `${paths.remittanceLines}?show=to_do`,
};

/** Queues with their counts, each leading to what it counts. */
export function QueueList(props: {
  queues: readonly (ListTotal & { queue: StaffQueue })[];
  nothing: string;
  onChoose?: () => void;
}) {
  const texts = useTexts("home");
  if (props.queues.length === 0) return <p className="sub">{props.nothing}</p>;
  return (
    <ul className="c-queues">
      {props.queues.map(({ queue, ...total }) => (
        <li key={queue}>
          <Link to={LISTS[queue]} onClick={props.onChoose}>
            <span>{texts.queue[queue]}</span>
            <b className="num">{countText(total)}</b>
            <ChevronRight />
          </Link>
        </li>
      ))}
    </ul>
  );
}
