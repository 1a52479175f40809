import { makeReads } from "#client/queries.ts";
import { onLanguageChange } from "#console/texts/texts.ts";
import { call } from "./call.ts";
import { forgetHiddenParams } from "./hiddenParams.ts";
import { currentSession, sessionState } from "./session.ts";

export const { queryClient, read, followSession } = makeReads({
  call,
  sessionState,
  currentSession,
  onLanguageChange,
  onOther: forgetHiddenParams,
});
