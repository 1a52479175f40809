import { manilaDate } from "#common/manila.ts";
import { serverDate } from "#client/clock.ts";
import { recentPayeesRead } from "#portal/api/reads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { transactionDetailsPath } from "#portal/paths.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Order } from "./order.ts";
import { earlierSame } from "./earlierSame.ts";

/** On the review: that the same went to the same account within a day. Who does not know that it did sends it twice. */
export function SentBefore({ order }: { order: Order }) {
  const { review } = useTexts("transfer");
  const language = useLanguage();
  // Another tab or another browser may have sent it.
  const { data } = useQuery({ ...recentPayeesRead(useGuid()), refetchOnMount: "always" });
  const latest = earlierSame(order, data ?? [], serverDate());
  const at = latest && new Date(latest.sentAt);
  return (
    <div aria-live="polite">
      {latest !== undefined && at !== undefined && (
        <Notice kind="warn">
          <b>{review.sentBefore(formatDate(at, "dayTime", language))}</b>{" "}
          <Link to={transactionDetailsPath(latest.refNo, manilaDate(at))}>{review.seeSent}</Link>
        </Notice>
      )}
    </div>
  );
}
