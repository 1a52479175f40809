import { comeBack } from "./comeBack.ts";
import { frozen } from "./frozen.ts";
import { otp } from "./otp.ts";
import { password } from "./password.ts";
import { recovery } from "./recovery.ts";
import { signup } from "./signup.ts";
import { status } from "./status.ts";
import { verify } from "./verify.ts";

/** What sign-up and recovery say, and the code at sign-in. */
export const accessTexts = { comeBack, frozen, otp, password, recovery, signup, status, verify };
