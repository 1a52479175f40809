import { failureOf } from "#client/queries.ts";
import { SESSION_ENDED } from "#client/sessionState.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { paths } from "#portal/paths.ts";
import { shortReference } from "#portal/shared/showFailure.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import { type Asked, NotRead } from "./NotRead.tsx";

/** The way back at the top of an account's page. */
export function ToDashboard({ children }: { children: string }) {
  return (
    <Link className="back" to={paths.dashboard}>
      <ChevronLeft />
      {children}
    </Link>
  );
}

/** The way back at the top of a loan's or an application's page: to the list of them, where there is one. */
export function ToLoans() {
  const shell = useTexts("shell");
  const hasLoans = useFeature("loans");
  return (
    <Link className="back" to={hasLoans ? paths.loans : paths.dashboard}>
      <ChevronLeft />
      {hasLoans ? shell.tabs.loans : shell.dashboard}
    </Link>
  );
}

/** In the geometry of what will come. */
export function Waiting({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className="twocol">
        <Panel padded>
          <Skeleton width="100%" height="22rem" />
        </Panel>
        <Panel padded>
          <Skeleton width="100%" height="12rem" />
        </Panel>
      </div>
    </Loading>
  );
}

/** It could not be read: why, where the server said so, and another try. */
export function Failed(props: {
  title: string;
  meaning: (reference: string) => string;
  query: Asked & { error: Error | null };
}) {
  const failure = failureOf(props.query.error);
  if (failure?.code === SESSION_ENDED) return null;
  // A pause or too many questions has words of its own.
  const isWorded = failure !== undefined && [429, 503].includes(failure.httpStatus);
  return (
    <Panel>
      <NotRead query={props.query} title={props.title}>
        {isWorded ? failureText(failure) : props.meaning(shortReference(failure))}
      </NotRead>
    </Panel>
  );
}
