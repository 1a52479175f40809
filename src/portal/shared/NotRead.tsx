import { loadConfig } from "#client/config.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { ErrorState, OfflineState } from "#ui/EmptyState.tsx";
import { useIsOnline } from "#ui/online.ts";
import { type ReactNode, useState } from "react";

/** What of a query is needed to ask once more. */
export type Asked = { isFetching: boolean; refetch: () => Promise<unknown> };

/**
 * In place of what could not be read: what failed, with another try. Without a connection nothing failed: it
 * needs one, and comes with it (client/queries.ts reads anew what is on the screen).
 */
export function NotRead(props: {
  query: Asked;
  title: string;
  /** What it says has to be told without a connection too. */
  isAlwaysTold?: boolean;
  children?: ReactNode;
}) {
  const common = useTexts("common");
  const { query, title, children } = props;
  const isOnline = useIsOnline();
  if (!isOnline && props.isAlwaysTold !== true) return <OfflineState action={<AskServer />} />;
  return (
    <ErrorState
      title={title}
      action={
        <Button onClick={() => void query.refetch()} pending={query.isFetching}>
          {common.tryAgain}
        </Button>
      }
    >
      {children}
    </ErrorState>
  );
}

/** Its answer brings everything that is on the screen. */
function AskServer() {
  const common = useTexts("common");
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Button
      pending={isAsking}
      onClick={() => {
        setIsAsking(true);
        void loadConfig({ fresh: true }).then(() => setIsAsking(false));
      }}
    >
      {common.tryAgain}
    </Button>
  );
}
