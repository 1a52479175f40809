import type { Notification } from "#contract/notifications.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";

type ListQuery = {
  data: Notification[] | undefined;
  isError: boolean;
  refetch: () => Promise<unknown>;
};

/** Newest first; what was unread when the list opened carries the word for it. */
export function NotificationList({ query }: { query: ListQuery }) {
  const common = useTexts("common");
  const texts = useTexts("shell");
  const language = useLanguage();
  return (
    <div className="bell-list">
      <h2>{texts.notifications}</h2>
      {query.data?.length === 0 && <p className="meta bell-note">{texts.noNotifications}</p>}
      {query.data === undefined && !query.isError && <Waiting />}
      {query.data === undefined && query.isError && (
        <div className="bell-note" role="alert">
          <p>{texts.notificationsFailed}</p>
          <Button small onClick={() => void query.refetch()}>
            {common.tryAgain}
          </Button>
        </div>
      )}
      <ul>
        {query.data?.map((notification) => (
          <li key={notification.id} className={notification.read === 0 ? "is-new" : undefined}>
            <p>{notification.message}</p>
            <p className="meta">
              {notification.read === 0 && <b>{texts.unread} · </b>}
              <DateText at={new Date(notification.date)} form="dayTime" language={language} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Waiting() {
  return (
    <Loading>
      <div className="bell-note">
        <Skeleton width="90%" />
        <Skeleton width="40%" />
      </div>
    </Loading>
  );
}
