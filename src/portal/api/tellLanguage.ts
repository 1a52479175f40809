import { isFinal } from "#client/failure.ts";
import { setLanguage } from "#contract/members.ts";
import { chosenHere, forgetChoice, onLanguageChange } from "#portal/texts/texts.ts";
import { call } from "./call.ts";
import { currentSession, profileState } from "./sessionState.ts";

/**
 * Has texts to the phone come in the language that the member chose on this page, at the login or later. What
 * an earlier visit chose is not told: a browser may be shared, and what is sent to a member, a loan's disclosure
 * among it, follows the record. The answer stops it, and forgets the choice with its member.
 */
export function followLanguage(): () => void {
  const tell = () => void tellLanguage();
  const stopProfile = profileState.subscribe(tell);
  const stopLanguage = onLanguageChange(tell);
  tell();
  return () => {
    stopProfile();
    stopLanguage();
    forgetChoice();
  };
}

/** Without an answer the next look at the profile tells it again; a refusal is not asked for twice. */
async function tellLanguage(): Promise<void> {
  const session = currentSession();
  const profile = profileState.get();
  const language = chosenHere();
  if (session === undefined || profile === undefined || language === undefined) return;
  if (language === profile.language) return forgetChoice();
  const answer = await call(setLanguage, { params: { guid: session.guid }, body: { language } });
  const isSettled = answer.status || isFinal(answer) || answer.code === "too_many_requests";
  if (isSettled && chosenHere() === language) forgetChoice();
  const known = profileState.get();
  if (!answer.status || known === undefined || currentSession()?.epoch !== session.epoch) return;
  profileState.set({ ...known, language });
}
