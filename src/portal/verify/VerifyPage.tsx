import { SignedOutHead, SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { CheckPaper } from "./CheckPaper.tsx";

/** Is this paper ours? For whoever holds a statement, without an account. */
export function VerifyPage() {
  const texts = useTexts("verify");
  const login = useTexts("login");
  return (
    <SignedOutLayout>
      <BackLink>{login.backToLogin}</BackLink>
      <SignedOutHead title={texts.title} takesFocus />
      <CheckPaper />
    </SignedOutLayout>
  );
}
