import { makeCalls } from "#client/calls.ts";
import { logout } from "#contract/auth.ts";
import { texts } from "#portal/texts/texts.ts";
import { noteCountedCall } from "./activity.ts";
import { noteDeed } from "./deeds.ts";
import { findNewerToken } from "./newerToken.ts";
import { endSessionAfter, isTokenRefused } from "./sessionEnd.ts";
import { currentSession } from "./sessionState.ts";

export const { call, download } = makeCalls({
  currentSession,
  endSessionAfter,
  lateMessage: () => texts().session.notLoggedIn,
  onCounted: noteCountedCall,
  onDeed: noteDeed,
  logout,
  findNewerToken: async (failure, session) =>
    isTokenRefused(failure) && (await findNewerToken(session)),
});
