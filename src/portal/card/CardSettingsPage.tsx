import { cardAccountText, cardText } from "#contract/cardNames.ts";
import type { CardLoss } from "#contract/cardLoss.ts";
import type { CardOverlay } from "#contract/cardStatus.ts";
import type { CardDetails, DashboardCard } from "#contract/members.ts";
import { failureOf } from "#client/queries.ts";
import { dashboardRead } from "#portal/api/reads.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { ApplyForCard } from "#portal/shared/ApplyForCard.tsx";
import { cardOffer, offersFirstCard } from "#portal/shared/cardOffer.ts";
import { OverlayWords } from "#portal/shared/OverlayWords.tsx";
import { cardView } from "#portal/shared/cardView.ts";
import { PageHead } from "#client/PageHead.tsx";
import { NotRead } from "#portal/shared/NotRead.tsx";
import { shortReference } from "#portal/shared/showFailure.ts";
import { useShownBalances } from "#portal/shared/shownSince.ts";
import { useCardDetails } from "#portal/shared/useCardDetails.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { failureText } from "#portal/texts/serverTexts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { CardArt } from "#ui/CardArt.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Plus } from "lucide-react";
import { Link } from "react-router";
import { CardOnItsWay, useCardOnItsWay } from "./CardOnItsWay.tsx";
import { LossNotice } from "./LossNotice.tsx";
import { CardSettings } from "./CardSettings.tsx";
import { LatestDeclined } from "./LatestDeclined.tsx";
import { LatestTransactions } from "./LatestTransactions.tsx";
import "./card.css";

/** The card and its settings as they stand, and where they are changed. */
export function CardSettingsPage() {
  const texts = useTexts("card");
  const guid = useGuid();
  const details = useCardDetails();
  useShownBalances(details.dataUpdatedAt);
  const dashboard = useQuery(dashboardRead(guid));
  const card = dashboard.data?.card ?? undefined;
  const overlay = card === undefined ? undefined : cardView(card).overlay;
  // While new plastic is on its way there is nothing to set.
  const isInUse = card === undefined || cardView(card).isActive;
  const failure = failureOf(details.error);
  return (
    <>
      <PageHead
        title={texts.title}
        before={<Crumbs />}
        actions={
          card !== undefined && overlay === undefined && cardView(card).isActive ? (
            <StatusTag kind="ok">{texts.active}</StatusTag>
          ) : undefined
        }
      />
      <WhyNot overlay={overlay} loss={details.data?.loss ?? null} />
      {details.data === undefined && !details.isError && <Waiting />}
      {details.data === undefined && failure?.code === "no_eon_account" && (
        <WithoutCard card={dashboard.data?.card} title={failureText(failure)} />
      )}
      {details.data === undefined && details.isError && failure?.code !== "no_eon_account" && (
        <Panel>
          <NotRead query={details} title={texts.failed}>
            {texts.failedMeaning(shortReference(failure))}
          </NotRead>
        </Panel>
      )}
      {details.data !== undefined && (
        <div className="cset">
          <Face card={card} details={details.data} isBalanceShown={overlay === undefined} />
          <div className="stack">
            <CardOnItsWay />
            {(overlay !== undefined || isInUse) && (
              <CardSettings details={details.data} overlay={overlay} />
            )}
            <LatestTransactions />
            <LatestDeclined />
          </div>
        </div>
      )}
    </>
  );
}

/** Where there is none in use yet: the way to one, or to where it is on its way. */
function WithoutCard(props: { card: DashboardCard | null | undefined; title: string }) {
  const { card, title } = props;
  const shell = useTexts("shell");
  const isOffered = useFeature("cardSection") && card !== undefined;
  if (isOffered && offersFirstCard(card)) {
    return <ApplyForCard isAgain={cardOffer(card).name === "apply_again"} />;
  }
  return (
    <div className="stack">
      <Panel>
        <EmptyState
          title={title}
          action={
            <Link className={buttonClass({})} to={paths.dashboard}>
              {shell.dashboard}
            </Link>
          }
        />
      </Panel>
      <CardOnItsWay />
    </div>
  );
}

/** What stops the card: of one that was reported, what follows. */
function WhyNot(props: { overlay: CardOverlay | undefined; loss: CardLoss | null }) {
  const { overlay, loss } = props;
  if (overlay === undefined || overlay === "member_locked") return null;
  if (overlay === "deactivated" && loss !== null) return <LossNotice loss={loss} />;
  return (
    <Notice kind="bad">
      <OverlayWords overlay={overlay} />
    </Notice>
  );
}

function Crumbs() {
  const texts = useTexts("card");
  const shell = useTexts("shell");
  return (
    <nav aria-label={texts.crumbs}>
      <ol className="crumbs">
        <li>
          <Link to={paths.dashboard}>{shell.dashboard}</Link>
          <ChevronRight />
        </li>
        <li aria-current="page">{texts.crumb}</li>
      </ol>
    </nav>
  );
}

function Face(props: {
  card: Parameters<typeof cardView>[0] | undefined;
  details: CardDetails;
  isBalanceShown: boolean;
}) {
  const texts = useTexts("card");
  const dashboard = useTexts("dashboard");
  const hasTransfers = useFeature("transferFunds");
  const { card } = props;
  const view = card === undefined ? undefined : cardView(card);
  // Until the new plastic is in use the card that is drawn is the one that it takes the place of.
  const isReplaced = useCardOnItsWay()?.isReplacement === true && view?.isActive === false;
  const replaced = isReplaced && view.lastFour !== undefined ? texts.replaced : undefined;
  return (
    <section>
      {card !== undefined && view !== undefined && (
        <CardArt
          tier={view.tier}
          holder={card.nameOnCard}
          lastFour={view.lastFour}
          overlay={view.overlay === undefined ? replaced : texts.overlays[view.overlay]}
          label={`${cardText(view.lastFour)}, ${texts.tiers[view.tier]}`}
        />
      )}
      <div className="card-balance">
        <div>
          <p className="meta">{texts.availableOnCard}</p>
          {props.isBalanceShown ? (
            <p className="card-amount">
              <Money amount={props.details.balance} />
            </p>
          ) : (
            <p className="meta">{dashboard.balanceHidden}</p>
          )}
          <p className="meta">{cardAccountText(props.details.accountNo)}</p>
        </div>
        {hasTransfers && view?.isActive && view.overlay === undefined && (
          <Link className={buttonClass({ small: true })} to={paths.topUpCard}>
            <Plus />
            {texts.topUp}
          </Link>
        )}
      </div>
    </section>
  );
}

function Waiting() {
  const texts = useTexts("card");
  return (
    <Loading label={texts.loading}>
      <div className="cset">
        <Skeleton width="100%" height="14rem" />
        <Skeleton width="100%" height="16rem" />
      </div>
    </Loading>
  );
}
