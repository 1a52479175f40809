import type { DashboardCard } from "#contract/members.ts";
import { ForbiddenPage } from "#portal/layout/NoPage.tsx";
import { paths } from "#portal/paths.ts";
import { PageHead } from "#client/PageHead.tsx";
import { failureOf } from "#client/queries.ts";
import { type Asked, NotRead } from "#portal/shared/NotRead.tsx";
import { shortReference } from "#portal/shared/showFailure.ts";
import { useBarText } from "#portal/shared/barText.ts";
import { whyNotCard } from "#portal/shared/cardStanding.ts";
import { useMayStay, useMemberCard } from "#portal/shared/useMemberCard.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import "./cardUse.css";

/**
 * The frame of a page that does one thing to the card: loading, loading failed, the 403 page where the card
 * is not in a state for it, or the page itself.
 */
export function CardPage(props: {
  title: string;
  lead?: string;
  /** Above the title; the way back to the settings by default. */
  before?: ReactNode;
  mayOpen: (card: DashboardCard | null) => boolean;
  children: (card: DashboardCard | null) => ReactNode;
  /** Beside the page: advice. */
  beside?: ReactNode;
}) {
  const found = useMemberCard();
  const mayStay = useMayStay(found.state === "ready" ? props.mayOpen(found.card) : undefined);
  const isBarred = found.state === "ready" && mayStay !== true;
  const reason = useBarText(
    isBarred ? (whyNotCard("set_limit", found.card) ?? "card_state") : undefined,
  );
  if (isBarred) {
    return <ForbiddenPage reason={reason} />;
  }
  return (
    <>
      <PageHead
        title={props.title}
        before={props.before ?? <ToSettings />}
        after={props.lead === undefined ? undefined : <p className="sub card-lead">{props.lead}</p>}
      />
      {found.state === "loading" && <Waiting />}
      {found.state === "failed" && <Failed query={found.query} />}
      {found.state === "ready" && (
        <div className="twocol">
          <div className="stack">{props.children(found.card)}</div>
          {props.beside !== undefined && <div className="stack">{props.beside}</div>}
        </div>
      )}
    </>
  );
}

/** Dashboard > Card Settings. */
function ToSettings() {
  const texts = useTexts("card");
  const shell = useTexts("shell");
  return (
    <nav aria-label={texts.crumbs}>
      <ol className="crumbs">
        <li>
          <Link to={paths.dashboard}>{shell.dashboard}</Link>
          <ChevronRight />
        </li>
        <li>
          <Link to={paths.cardSettings}>{texts.title}</Link>
        </li>
      </ol>
    </nav>
  );
}

/** The way back to the dashboard, of a page that does not belong to the settings. */
export function ToDashboard({ children }: { children: string }) {
  return (
    <Link className="back" to={paths.dashboard}>
      <ChevronLeft />
      {children}
    </Link>
  );
}

function Waiting() {
  const texts = useTexts("card");
  return (
    <Loading label={texts.loading}>
      <div className="twocol">
        <Panel padded>
          <Skeleton width="100%" height="13rem" />
        </Panel>
      </div>
    </Loading>
  );
}

function Failed({ query }: { query: Asked & { error: Error | null } }) {
  const texts = useTexts("card");
  return (
    <Panel>
      <NotRead query={query} title={texts.failed}>
        {texts.failedMeaning(shortReference(failureOf(query.error)))}
      </NotRead>
    </Panel>
  );
}
