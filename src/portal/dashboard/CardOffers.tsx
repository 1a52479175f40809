import { Reference } from "#ui/Reference.tsx";
import { cardStatusNumbers } from "#contract/cardStatus.ts";
import type { DashboardCard } from "#contract/members.ts";
import type { CardApplication } from "#portal/api/cardReads.ts";
import { type CardKind, cardKindPath, paths } from "#portal/paths.ts";
import { ApplyForCard } from "#portal/shared/ApplyForCard.tsx";
import type { CardOffer } from "#portal/shared/cardOffer.ts";
import { CardNumberForm } from "#portal/shared/CardNumberForm.tsx";
import { dayOf } from "#portal/shared/dayOf.ts";
import { holdCardNumber } from "#portal/shared/cardNumberInHand.ts";
import { OpenActivation } from "#portal/shared/OpenActivation.tsx";
import { useApplication } from "#portal/shared/useApplication.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { useNavigate } from "react-router";
import { JustSent } from "./JustSent.tsx";
import { RetryActivation } from "./RetryActivation.tsx";
import { UpgradeOffer } from "./UpgradeOffer.tsx";
import { WithdrawApplication } from "./WithdrawApplication.tsx";
import "./cardOffers.css";

/** The next step of a card's life, beneath the card or in its place. */
export function CardOffers({ card, offer }: { card: DashboardCard | null; offer: CardOffer }) {
  switch (offer.name) {
    case "apply":
    case "apply_again":
      return <ApplyForCard isAgain={offer.name === "apply_again"} />;
    case "processing":
      return (
        <>
          <JustSent />
          <Processing kind={offer.kind} />
        </>
      );
    case "pickup":
    case "released":
      return (
        <>
          <JustSent />
          <Activate card={card} kind={offer.kind} isReleased={offer.name === "released"} />
        </>
      );
    case "retry":
      return <Retry />;
    case "upgrade":
      return <UpgradeOffer />;
    case "none":
      return null;
  }
}

function Retry() {
  return <RetryActivation application={useApplication("perso")} />;
}

function Processing({ kind }: { kind: CardKind }) {
  const texts = useTexts("cardOffers").processing;
  const language = useLanguage();
  const application = useApplication(kind);
  const rows =
    application === undefined
      ? []
      : [
          {
            key: "ref",
            name: texts.reference,
            value: <Reference value={application.transactionId} />,
          },
          {
            key: "at",
            name: texts.requested,
            value: formatDate(new Date(application.requestedAt), "day", language),
          },
          {
            key: "ready",
            name: texts.estimated,
            value: formatDate(dayOf(application.estimatedReleaseOn), "day", language),
          },
          {
            key: "office",
            name: texts.pickUpAt,
            value: <PickUpOffice application={application} />,
          },
        ];
  return (
    <Panel padded className="card-offer">
      <p className="offer-title">{texts[kind]}</p>
      <KeyValueList
        isTight
        rows={rows.filter(({ key }) => key !== "office" || application?.officeName !== "")}
      />
      {application?.canWithdraw === true && <WithdrawApplication application={application} />}
    </Panel>
  );
}

function PickUpOffice({ application }: { application: CardApplication }) {
  return (
    <>
      {application.officeName}
      {application.officeAddress !== "" && (
        <span className="meta offer-address">{application.officeAddress}</span>
      )}
    </>
  );
}

const STOPPED: readonly number[] = [cardStatusNumbers.deactivated, cardStatusNumbers.suspended];

/** Where the card lies, or that it is in the member's hands; and its number, which activates it. */
function Activate(props: { card: DashboardCard | null; kind: CardKind; isReleased: boolean }) {
  const texts = useTexts("cardOffers");
  const navigate = useNavigate();
  const application = useApplication(props.kind);
  const isReleased = props.isReleased || application?.isHandedOver === true;
  const hasOther = props.kind === "perso" && props.card?.cardStatus === cardStatusNumbers.active;
  const isStopped = props.kind === "perso" && STOPPED.includes(props.card?.cardStatus ?? 0);
  return (
    <Panel padded className="card-offer">
      {isReleased ? (
        <>
          <p className="offer-title">
            {props.kind === "perso" ? texts.released.perso : texts.released.title}
          </p>
          <p className="meta">{texts.released.lead}</p>
        </>
      ) : (
        <>
          <p className="offer-title">
            {props.kind === "perso" ? texts.pickup.perso : texts.pickup.title}
          </p>
          <PickUp application={application} />
        </>
      )}
      {hasOther && <p className="meta">{texts.released.keepsOld}</p>}
      <OpenActivation kind={props.kind} />
      {!isStopped && (
        <CardNumberForm
          label={props.kind === "perso" ? texts.released.perso : texts.released.title}
          submit={texts.number.next}
          send={(number) => {
            holdCardNumber(props.kind, number);
            void navigate(cardKindPath(paths.setAtmPin, props.kind));
            return undefined;
          }}
        />
      )}
    </Panel>
  );
}

function PickUp({ application }: { application: CardApplication | undefined }) {
  const texts = useTexts("cardOffers").pickup;
  const language = useLanguage();
  const office = application?.officeName ?? "";
  const until = application?.pickUpBy ?? null;
  return (
    <>
      <p className="meta">
        {office === "" ? texts.anywhere : texts.where(office)}
        {until !== null && ` ${texts.until(formatDate(dayOf(until), "day", language))}`}
      </p>
      {(application?.officeAddress ?? "") !== "" && (
        <p className="meta">{application?.officeAddress}</p>
      )}
      <p className="meta">{texts.activateHere}</p>
    </>
  );
}
