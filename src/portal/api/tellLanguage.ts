import { setLanguage } from "#contract/members.ts";
import { toLanguage } from "#portal/texts/language.ts";
import { onLanguageChange } from "#portal/texts/texts.ts";
import { readCookie } from "#ui/preferences.ts";
import { call } from "./call.ts";
import { currentSession, profileState } from "./sessionState.ts";

/**
 * Has texts to the phone come in the language that the member chose for the page, in this browser before or
 * after they signed in. Where nobody chose, the association's record stands. The answer stops it.
 */
export function followLanguage(): () => void {
  const tell = () => void tellLanguage();
  const stopProfile = profileState.subscribe(tell);
  const stopLanguage = onLanguageChange(tell);
  tell();
  return () => {
    stopProfile();
    stopLanguage();
  };
}

/** Without an answer the next look at the profile tells it again. */
async function tellLanguage(): Promise<void> {
  const session = currentSession();
  const profile = profileState.get();
  const chosen = readCookie("lang");
  if (session === undefined || profile === undefined || chosen === undefined) return;
  const language = toLanguage(chosen);
  if (language === profile.language) return;
  const answer = await call(setLanguage, { params: { guid: session.guid }, body: { language } });
  const known = profileState.get();
  if (!answer.status || known === undefined || currentSession()?.epoch !== session.epoch) return;
  profileState.set({ ...known, language });
}
