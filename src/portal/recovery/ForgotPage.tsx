import { SignedOutHead, SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { paths } from "#portal/paths.ts";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { CallUs } from "#portal/shared/CallUs.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { ChevronRight, KeyRound, LifeBuoy, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import "./recovery.css";

/** Login Problem?: which of the two was forgotten. */
export function ForgotPage() {
  const texts = useTexts("recovery");
  const login = useTexts("login");
  return (
    <SignedOutLayout>
      <BackLink>{texts.backToLogin}</BackLink>
      <SignedOutHead title={texts.title} takesFocus />
      <p className="lead">{texts.lead}</p>
      <ul className="way-links">
        <Way to={paths.forgotUsername} icon={<UserRound />} how={texts.forgotUsernameHow}>
          {texts.forgotUsername}
        </Way>
        <Way to={paths.forgotPassword} icon={<KeyRound />} how={texts.forgotPasswordHow}>
          {texts.forgotPassword}
        </Way>
        <Way to={paths.comeBack} icon={<LifeBuoy />} how={texts.everythingLostHow}>
          {texts.everythingLost}
        </Way>
      </ul>
      <h2 className="other-way">{texts.otherTitle}</h2>
      <p className="sub">{texts.otherBody}</p>
      <CallUs />
      <Notice kind="safety">
        <b>{login.safetyStrong}</b>
        {login.safetyRest}
      </Notice>
    </SignedOutLayout>
  );
}

function Way(props: { to: string; icon: ReactNode; how: string; children: string }) {
  return (
    <li>
      <Link className="way-link" to={props.to}>
        {props.icon}
        <span>
          <b>{props.children}</b>
          <span className="meta">{props.how}</span>
        </span>
        <ChevronRight />
      </Link>
    </li>
  );
}
