import { app } from "./app.ts";
import { card } from "./card.ts";
import { consent } from "./consent.ts";
import { dashboard } from "./dashboard.ts";
import { freeze } from "./freeze.ts";
import { history } from "./history.ts";
import { shell } from "./shell.ts";
import { otp } from "./otp.ts";
import { password } from "./password.ts";
import { receipt } from "./receipt.ts";
import { qr } from "./qr.ts";
import { payeeCheck } from "./payeeCheck.ts";
import { schedules } from "./schedules.ts";
import { recipients } from "./recipients.ts";
import { transfer } from "./transfer.ts";

/** What the signed-in part says. */
export const memberTexts = {
  app,
  shell,
  dashboard,
  transfer,
  receipt,
  payeeCheck,
  qr,
  recipients,
  schedules,
  freeze,
  history,
  card,
  consent,
  otp,
  password,
};
