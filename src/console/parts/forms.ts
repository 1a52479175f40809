import { makeForms } from "#client/form/makeForms.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { currentLanguage } from "#console/texts/texts.ts";
import { fieldTextIn } from "#contract/fieldTextsFil.ts";

export const { useNamedForm, SentForm } = makeForms({
  failureText,
  fieldErrorText: (english) => fieldTextIn(english, currentLanguage()),
  useFormTexts: () => ({}),
  // Of a sign-in that is suspended the failure says when it may be tried again.
  waits: false,
});
