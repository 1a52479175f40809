import { MY_CODE_FIRST, SCAN_AT_ONCE } from "#common/cameraPage.ts";
import { cardText } from "#contract/cardNames.ts";
import { cardStatusNumbers } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";
import { whenConnected } from "#client/whenConnected.ts";
import { configRead } from "#portal/api/reads.ts";
import { useFeature } from "#portal/api/useFeature.ts";
import { paths } from "#portal/paths.ts";
import { QrIcon } from "#portal/shared/QrIcon.tsx";
import { type CardOffer, cardOffer } from "#portal/shared/cardOffer.ts";
import { type CardBar, whyNoTransfer } from "#portal/shared/cardStanding.ts";
import { useBarText } from "#portal/shared/barText.ts";
import { OverlayWords } from "#portal/shared/OverlayWords.tsx";
import { cardView } from "#portal/shared/cardView.ts";
import { earlierPinFrom } from "#portal/shared/earlierPin.ts";
import { currentLanguage, loadTexts, useLanguage, useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { CardArt } from "#ui/CardArt.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { Skeleton } from "#ui/Skeleton.tsx";
import { useStore } from "#ui/store.ts";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, HandCoins, History, Plus } from "lucide-react";
import { lazyPart } from "#ui/lazyPart.tsx";
import { Suspense } from "react";
import { Link } from "react-router";

/** What can be done next with the card; few members wait for it, so it comes after the balances. */
const CardOffers = lazyPart(() =>
  whenConnected(async () => {
    const [offers] = await Promise.all([
      import("./CardOffers.tsx"),
      loadTexts(currentLanguage(), "cardScreens"),
    ]);
    return offers.CardOffers;
  }),
);

/** Few members read it as well. */
const EarlierPin = lazyPart(() =>
  whenConnected(async () => {
    const [earlier] = await Promise.all([
      import("./EarlierPin.tsx"),
      loadTexts(currentLanguage(), "cardScreens"),
    ]);
    return earlier.EarlierPin;
  }),
);

/** The card with its balance or the reason why it is hidden, and what can be done from here. */
export function CardSection({ card }: { card: DashboardCard | null }) {
  const texts = useTexts("dashboard");
  const { data: config } = useQuery(configRead());
  const isShown = config === undefined || config.features.cardSection === "on";
  const offer = cardOffer(card);
  // An upgrade is no news of this card: it stands after what one comes here for.
  const isLast = offer.name === "upgrade";
  const hasEarlierPin = useStore(earlierPinFrom) !== undefined;
  const offers = isShown && offer.name !== "none" && (
    <Suspense fallback={<Skeleton width="100%" height={heightOf(offer)} className="sk-offer" />}>
      <CardOffers card={card} offer={offer} />
    </Suspense>
  );
  return (
    <section className="g-card" aria-labelledby={isShown ? "card" : undefined}>
      {isShown && (
        <>
          <SectionHead id="card" title={texts.card} />
          {card !== null && hasFace(card) && <CardTile card={card} />}
          {hasEarlierPin && (
            <Suspense>
              <EarlierPin />
            </Suspense>
          )}
        </>
      )}
      {!isLast && offers}
      <QuickActions bar={whyNoTransfer(card)} isCardShown={isShown} />
      {isLast && offers}
    </section>
  );
}

/** About as high as what comes, so that little moves. */
const heightOf = ({ name }: CardOffer) =>
  name === "apply" || name === "apply_again" ? "15rem" : "11rem";

/** Before anything was approved there is no card to draw. */
const hasFace = ({ status }: DashboardCard) =>
  status !== cardStatusNumbers.not_applied && status !== cardStatusNumbers.failed;

/** In use, or once so: then it has a balance and settings. */
const IN_USE: readonly number[] = [
  cardStatusNumbers.active,
  cardStatusNumbers.suspended,
  cardStatusNumbers.deactivated,
];

function CardTile({ card }: { card: DashboardCard }) {
  const texts = useTexts("dashboard");
  const cards = useTexts("card");
  const hasSettings = useFeature("cardSettings");
  const { tier, lastFour, overlay } = cardView(card);
  const isInUse = IN_USE.includes(card.status);
  // Of a card that is not in use yet they are those of the plastic before it.
  const digits = isInUse ? lastFour : undefined;
  const art = (
    <CardArt
      tier={tier}
      holder={card.nameOnCard}
      lastFour={digits}
      overlay={overlay === undefined ? undefined : cards.overlays[overlay]}
      label={`${cardText(digits)}, ${cards.tiers[tier]}`}
    />
  );
  // Under an admin lock the card does not lead to its settings.
  const leadsOn = hasSettings && isInUse && overlay !== "admin_locked";
  return (
    <div className="cardtile">
      {leadsOn ? (
        // The button beneath leads there as well: one stop of the keyboard is enough.
        <Link className="cardlink" to={paths.cardSettings} tabIndex={-1}>
          {art}
        </Link>
      ) : (
        art
      )}
      {isInUse && (
        <div className="cardbal">
          <div>
            <p className="meta">{texts.availableOnCard}</p>
            {card.balance === null || overlay !== undefined ? (
              <p className="meta">{texts.balanceHidden}</p>
            ) : (
              <p className="amt">
                <Money amount={card.balance} />
              </p>
            )}
          </div>
          {leadsOn && (
            <Link className={buttonClass({ small: true })} to={paths.cardSettings}>
              {texts.cardSettings}
            </Link>
          )}
        </div>
      )}
      {overlay !== undefined && (
        <Notice kind="bad">
          <OverlayWords overlay={overlay} />
        </Notice>
      )}
      {isInUse && <NetworkAway />}
    </div>
  );
}

/** While the card's network does not answer: as of when the balance is. */
function NetworkAway() {
  const texts = useTexts("dashboard");
  const language = useLanguage();
  const { data: config } = useQuery(configRead());
  const away = config?.away?.find(({ part }) => part === "card");
  if (away === undefined || away.since === null) return null;
  return (
    <Notice kind="warn">
      {texts.cardNetworkAway(formatDate(new Date(away.since), "time", language))}
    </Notice>
  );
}

/** Where no money moves from or to the card it is said why, if the card above does not say it. */
function QuickActions({ bar, isCardShown }: { bar: CardBar | undefined; isCardShown: boolean }) {
  const isSaid = bar !== undefined && (bar === "card_not_active" || !isCardShown);
  const barText = useBarText(isSaid ? bar : undefined);
  const texts = useTexts("dashboard");
  const shell = useTexts("shell");
  const hasTransfers = useFeature("transferFunds");
  const hasHistory = useFeature("transactionHistory");
  const hasLoans = useFeature("loans");
  return (
    <>
      {hasTransfers && isSaid && (
        <Notice kind="info">{bar === "card_not_active" ? texts.noTransfersYet : barText}</Notice>
      )}
      <ul className="quick">
        {hasTransfers && bar === undefined && (
          <>
            <li>
              <Link to={paths.transferFunds}>
                <ArrowLeftRight />
                {shell.transferFunds}
              </Link>
            </li>
            <li>
              <Link to={paths.topUpCard}>
                <Plus />
                {texts.topUp}
              </Link>
            </li>
            <li>
              {/* Documents of their own: only such a one may use the camera. */}
              <Link reloadDocument to={SCAN_AT_ONCE}>
                <QrIcon of="scan" />
                {texts.scanToPay}
              </Link>
            </li>
            <li>
              <Link reloadDocument to={MY_CODE_FIRST}>
                <QrIcon of="code" />
                {texts.myCode}
              </Link>
            </li>
          </>
        )}
        {hasHistory && (
          <li>
            <Link to={paths.transactionHistory}>
              <History />
              {shell.transactionHistory}
            </Link>
          </li>
        )}
        {hasLoans && (
          <li>
            <Link to={paths.applyForLoans}>
              <HandCoins />
              {shell.applyForLoans}
            </Link>
          </li>
        )}
      </ul>
    </>
  );
}
