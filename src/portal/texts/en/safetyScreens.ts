import { safety } from "./safety.ts";

/** What the page of safety says; it comes with that page. */
export const safetyScreensTexts = { safety };
