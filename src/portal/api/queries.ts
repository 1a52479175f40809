import { makeReads } from "#client/queries.ts";
import { onLanguageChange } from "#portal/texts/texts.ts";
import { call } from "./call.ts";
import { refreshProfile } from "./profile.ts";
import { currentSession, sessionState } from "./sessionState.ts";

export const { queryClient, read, followSession } = makeReads({
  call,
  sessionState,
  currentSession,
  onLanguageChange,
  onLanguage: () => void refreshProfile(),
});
