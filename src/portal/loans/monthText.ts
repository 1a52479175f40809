import { dayOf } from "#portal/shared/dayOf.ts";
import { formatDate } from "#ui/DateText.tsx";

/** '2026-12' -> 'December 2026', in the language of the screen. */
export const monthText = (month: string, language: string): string =>
  formatDate(dayOf(`${month}-01`), "monthLong", language);
