import { SignedOutHead, SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { paths } from "#portal/paths.ts";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Link } from "react-router";
import { ComeBackSteps } from "./ComeBackSteps.tsx";

/** The way back, for whoever cannot sign in. */
export function ComeBackPage() {
  const texts = useTexts("comeBack");
  const login = useTexts("login");
  return (
    <SignedOutLayout>
      <BackLink>{login.backToLogin}</BackLink>
      <SignedOutHead title={texts.title} takesFocus />
      <ComeBackSteps />
      <Link className={buttonClass({ block: true })} to={paths.forgotPassword}>
        {texts.toForgot}
      </Link>
    </SignedOutLayout>
  );
}
