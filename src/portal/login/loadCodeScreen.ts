/** Fetches the screen of the one-time password, which most sign-ins do not need. */
export const loadCodeScreen = () => import("./CodeScreen.tsx");
