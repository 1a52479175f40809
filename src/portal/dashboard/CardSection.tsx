import { brand } from "#brand";
import { cardStatusNumbers } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";
import { configRead } from "#portal/api/reads.ts";
import { paths } from "#portal/paths.ts";
import { cardView } from "#portal/shared/cardView.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { CardArt } from "#ui/CardArt.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, HandCoins, History, Plus } from "lucide-react";
import { Link } from "react-router";

/** The card with its balance or the reason why it is hidden, and what can be done from here. */
export function CardSection({ card }: { card: DashboardCard | null }) {
  const texts = useTexts("dashboard");
  const { data: config } = useQuery(configRead());
  const isShown = config === undefined || config.features.cardSection === "on";
  return (
    <section className="g-card" aria-labelledby={isShown ? "card" : undefined}>
      {isShown && (
        <>
          <SectionHead id="card" title={texts.card} />
          {card === null || card.status === cardStatusNumbers.not_applied ? (
            <Panel>
              <EmptyState title={texts.noCard}>{texts.noCardMeaning}</EmptyState>
            </Panel>
          ) : (
            <CardTile card={card} />
          )}
        </>
      )}
      <QuickActions />
    </section>
  );
}

function CardTile({ card }: { card: DashboardCard }) {
  const texts = useTexts("dashboard");
  const cards = useTexts("card");
  const { tier, lastFour, overlay } = cardView(card);
  const waiting = waitingText(card.status, texts.notActive);
  const ending = lastFour === undefined ? "" : `, •••• ${lastFour}`;
  return (
    <div className="cardtile">
      <CardArt
        tier={tier}
        holder={card.nameOnCard}
        lastFour={lastFour}
        overlay={overlay === undefined ? undefined : cards.overlays[overlay]}
        label={`${brand.cardDisplayName}, ${tier}${ending}`}
      />
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
        {/* Under an admin lock the card does not lead to its settings. */}
        {overlay !== "admin_locked" && waiting === undefined && (
          <Link className={buttonClass({ small: true })} to={paths.cardSettings}>
            {texts.cardSettings}
          </Link>
        )}
      </div>
      {overlay !== undefined && <Notice kind="bad">{cards.notices[overlay]}</Notice>}
      {waiting !== undefined && <Notice kind="info">{waiting}</Notice>}
    </div>
  );
}

type WaitingTexts = Record<"processing" | "forPickup" | "forActivation" | "failed", string>;

function waitingText(status: number, texts: WaitingTexts): string | undefined {
  if (status === cardStatusNumbers.processing) return texts.processing;
  if (status === cardStatusNumbers.for_pickup) return texts.forPickup;
  if (status === cardStatusNumbers.for_activation) return texts.forActivation;
  if (status === cardStatusNumbers.failed) return texts.failed;
  return undefined;
}

function QuickActions() {
  const texts = useTexts("dashboard");
  const shell = useTexts("shell");
  const { data: config } = useQuery(configRead());
  const isOn = (feature: "transferFunds" | "transactionHistory") =>
    config === undefined || config.features[feature] === "on";
  return (
    <ul className="quick">
      {isOn("transferFunds") && (
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
        </>
      )}
      {isOn("transactionHistory") && (
        <li>
          <Link to={paths.transactionHistory}>
            <History />
            {shell.transactionHistory}
          </Link>
        </li>
      )}
      <li>
        <Link to={paths.applyForLoans}>
          <HandCoins />
          {shell.applyForLoans}
        </Link>
      </li>
    </ul>
  );
}
