import type { PasswordTexts } from "#portal/texts/en/password.ts";

/** What a new password is refused for, said before it is typed. */
export const newPasswordHint = ({ hint, good }: PasswordTexts): string =>
  [hint, good.words, good.personal, good.common].join(" ");
