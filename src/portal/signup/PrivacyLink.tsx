import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";

/** Opens beside the form, which stays as it is. */
export function PrivacyLink() {
  const texts = useTexts("signup");
  return (
    <a href={paths.terms} target="_blank" rel="noreferrer">
      {texts.agreeLink}
    </a>
  );
}
