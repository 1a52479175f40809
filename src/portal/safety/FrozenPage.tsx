import { ReferenceIn } from "#ui/Reference.tsx";
import { brand } from "#brand";
import type { Frozen } from "#contract/frozen.ts";
import { frozenAnswer } from "#portal/api/freezeState.ts";
import { SignedOutHead, SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { paths } from "#portal/paths.ts";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Money } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { useStore } from "#ui/store.ts";
import { useEffect } from "react";
import { Link } from "react-router";
import "#portal/shared/freeze.css";

/** What a freeze did, and how the member comes back. Without an answer at hand, what every freeze does. */
export function FrozenPage() {
  const texts = useTexts("frozen");
  const language = useLanguage();
  const answer = useStore(frozenAnswer);
  const frozen = answer === "elsewhere" ? undefined : answer;
  // Whoever signs in after this begins afresh.
  useEffect(() => () => frozenAnswer.set(undefined), []);
  return (
    <SignedOutLayout>
      <SignedOutHead title={texts.title} takesFocus />
      <p className="lead">
        {frozen === undefined
          ? texts.lead
          : texts.leadSince(formatDate(new Date(frozen.frozenAt), "dayTime", language))}
      </p>
      <h2 className="freeze-part">{texts.doneTitle}</h2>
      {frozen === undefined ? <Always /> : <Done frozen={frozen} />}
      <p className="freeze-goes-on">{texts.goesOn}</p>
      <h2 className="freeze-part">{texts.backTitle}</h2>
      <ol className="freeze-list freeze-steps">
        {texts.back(brand.product).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <p>{texts.byPhone}</p>
      <CallUs />
      <h2 className="freeze-part">{texts.byPasskeyTitle}</h2>
      <p>{texts.byPasskey}</p>
      <p>
        <Link className="tap-link" to={paths.unfreeze}>
          {texts.unfreeze}
        </Link>
      </p>
      <p>
        <Link className="tap-link" to={paths.comeBack}>
          {texts.lostAll}
        </Link>
      </p>
      <Notice kind="safety">{texts.after}</Notice>
      <Link className={buttonClass({ look: "secondary", block: true })} to={paths.login} replace>
        {texts.toLogin}
      </Link>
    </SignedOutLayout>
  );
}

function Always() {
  const texts = useTexts("frozen");
  return (
    <ul className="freeze-list">
      <li>{texts.sessions}</li>
      <li>{texts.noSignIn}</li>
      <li>{texts.schedules}</li>
      <li>{texts.cardLocked}</li>
    </ul>
  );
}

function Done({ frozen }: { frozen: Frozen }) {
  const texts = useTexts("frozen");
  return (
    <ul className="freeze-list">
      <li>{frozen.wasFrozen ? texts.before : texts.ended(frozen.endedSessions)}</li>
      <li>{texts.noSignIn}</li>
      <li>{texts.schedules}</li>
      {frozen.card !== "none" && (
        <li>{frozen.card === "locked" ? texts.cardLocked : texts.cardAsked}</li>
      )}
      {frozen.comingBack.map(({ refNo, total }) => (
        <li key={refNo}>
          <ReferenceIn text={texts.comingBack(refNo)} value={refNo} /> <Money amount={total} />
        </li>
      ))}
    </ul>
  );
}
