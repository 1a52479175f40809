import { currentLanguage, loadTexts } from "#portal/texts/texts.ts";

/** Fetches the screen of the one-time password with its texts, which most sign-ins do not need. */
export async function loadOtpScreen() {
  const [screen] = await Promise.all([
    import("./OtpScreen.tsx"),
    loadTexts(currentLanguage(), "access"),
  ]);
  return screen;
}
