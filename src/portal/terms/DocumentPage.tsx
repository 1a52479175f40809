import type { DocumentName } from "#contract/documents.ts";
import { SignedOutHead, SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { DocumentBody } from "./DocumentBody.tsx";

/** The Terms and Conditions, or the privacy notice, as a page for everyone. */
export function DocumentPage({ name }: { name: DocumentName }) {
  const login = useTexts("login");
  return (
    <SignedOutLayout>
      <BackLink>{login.backToLogin}</BackLink>
      <SignedOutHead title={login[name]} takesFocus />
      <DocumentBody name={name} place="page" />
    </SignedOutLayout>
  );
}
