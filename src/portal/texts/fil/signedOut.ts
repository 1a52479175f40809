import { common } from "./common.ts";
import { login } from "./login.ts";

/** What the login page says in Filipino, and what every page says. */
export const signedOutTexts = { common, login };
