import { account } from "./account.ts";

/** What the page of an account says; it comes with that page. */
export const accountScreensTexts = { account };
