import { common } from "./common.ts";
import { login } from "./login.ts";
import { otp } from "./otp.ts";

/** What the login page says in Filipino, and what every page says. */
export const signedOutTexts = { common, login, otp };
