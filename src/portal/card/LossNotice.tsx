import type { CardLoss } from "#contract/cardLoss.ts";
import { paths } from "#portal/paths.ts";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { ShieldAlert } from "lucide-react";
import { Link } from "react-router";

/** The way to report a card that is in use. */
export function LossLink() {
  const texts = useTexts("cardLoss");
  return (
    <Panel className="loss-link">
      <div className="setrow has-action">
        <span className="ic" aria-hidden="true">
          <ShieldAlert />
        </span>
        <p className="set-name">{texts.ask}</p>
        <div className="set-value">
          <span className="meta">{texts.askRest}</span>
        </div>
        <div className="set-action">
          <Link className={buttonClass({ small: true })} to={paths.lostCard}>
            {texts.report}
          </Link>
        </div>
      </div>
    </Panel>
  );
}

/** That the card was reported, and the way to its replacement. */
export function LossNotice({ loss }: { loss: CardLoss }) {
  const texts = useTexts("cardLoss");
  const language = useLanguage();
  const said = loss.isRefused ? texts.reportedOnly : texts.reported;
  return (
    <Notice kind="bad">
      <p>{said(formatDate(new Date(loss.at), "dayTime", language))}</p>
      {loss.isRefused && (
        <>
          <p>{texts.refused}</p>
          <CallUs />
          <p className="loss-order">
            <Link className={buttonClass({ small: true })} to={paths.lostCard}>
              {texts.toRefused}
            </Link>
          </p>
        </>
      )}
      {!loss.isConfirmed && !loss.isRefused && <p>{texts.unconfirmed}</p>}
      {loss.isConfirmed && loss.replacements.length > 0 && (
        <p className="loss-order">
          <Link className={buttonClass({ look: "primary", small: true })} to={paths.lostCard}>
            {texts.order}
          </Link>
        </p>
      )}
    </Notice>
  );
}
