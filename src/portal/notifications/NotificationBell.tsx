import { readNotifications } from "#contract/notifications.ts";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { dashboardRead, notificationsRead } from "#portal/api/reads.ts";
import { hearTabs, tellTabs } from "#portal/api/tabChannel.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { IconButton } from "#ui/Button.tsx";
import { Popover } from "#ui/Popover.tsx";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { NotificationList } from "./NotificationList.tsx";
import "./notifications.css";

/** The bell: a dot while something is unread, the list when it is pressed. */
export function NotificationBell() {
  const texts = useTexts("shell");
  const guid = useGuid();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(dashboardRead(guid));
  const hasUnread = (data?.unreadNotifications ?? 0) > 0;
  useEffect(
    () =>
      hearTabs((message) => {
        if (message.kind === "read_all" && message.guid === guid) void clearDot(guid);
      }),
    [guid],
  );

  return (
    <div className="pop-anchor">
      <IconButton
        ref={anchor}
        label={hasUnread ? texts.notificationsUnread : texts.notifications}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Bell />
        {hasUnread && <span className="bell-dot" />}
      </IconButton>
      {isOpen && (
        <Popover label={texts.notifications} anchor={anchor} onClose={() => setIsOpen(false)}>
          <Opened guid={guid} onLeave={() => setIsOpen(false)} />
        </Popover>
      )}
    </div>
  );
}

/** Loads the list anew, marks what is unread as read and clears the dot. */
function Opened({ guid, onLeave }: { guid: string; onLeave: () => void }) {
  const query = useQuery({ ...notificationsRead(guid), staleTime: 0, refetchOnMount: "always" });
  const { data } = query;
  // The list of the time before does not know what came since: nothing is seen before the new one is here.
  const isNew = query.isFetchedAfterMount && !query.isError;
  useEffect(() => {
    if (isNew && data !== undefined) void markRead(guid, data);
  }, [isNew, data, guid]);
  return <NotificationList query={query} onLeave={onLeave} />;
}

async function markRead(guid: string, listed: readonly { id: string; read: 0 | 1 }[]) {
  const unread = listed.filter(({ read }) => read === 0);
  const known = queryClient.getQueryData(dashboardRead(guid).queryKey);
  // What the list has no room for is read with what it shows, though that was read before.
  const isOlderUnread = unread.length === 0 && (known?.unreadNotifications ?? 0) > 0;
  const seen = isOlderUnread ? listed : unread;
  if (seen.length > 0) {
    const answer = await call(readNotifications, {
      params: { guid },
      body: { notification_ids: seen.map(({ id }) => id) },
    });
    if (!answer.status) return;
    tellTabs({ kind: "read_all", guid });
  }
  await clearDot(guid);
}

async function clearDot(guid: string): Promise<void> {
  const { queryKey } = dashboardRead(guid);
  // What is on its way may have been counted before. Cancelling brings back what stood there, so it goes first.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (dashboard) =>
    dashboard === undefined ? undefined : { ...dashboard, unreadNotifications: 0 },
  );
  // News that came since this was asked for is counted, too.
  await queryClient.invalidateQueries({ queryKey });
}
