import type { Notification } from "#contract/notifications.ts";
import { paths } from "#portal/paths.ts";
import { NoticeLink } from "#portal/shared/NoticeLink.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Link } from "react-router";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";

type ListQuery = {
  data: Notification[] | undefined;
  isError: boolean;
  refetch: () => Promise<unknown>;
};

/** Newest first; what was unread when the list opened carries the word for it. */
export function NotificationList({ query, onLeave }: { query: ListQuery; onLeave: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("shell");
  const language = useLanguage();
  return (
    <div className="bell-list">
      <div className="bell-head">
        <h2>{texts.notifications}</h2>
        <Link to={paths.notices} onClick={onLeave}>
          {texts.chooseNotices}
        </Link>
      </div>
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
            <NoticeLink notice={notification} onPress={onLeave} />
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
