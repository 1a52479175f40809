import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import type { Random } from "#server/random.ts";
import { makeHttpSms } from "./httpSms.ts";
import type { SmsGateway } from "./smsGateway.ts";

/** The gateway that the configuration names. Nothing is called yet. Throws when it names none. */
export function makeSmsGateway(config: Config, means: { now: Clock; random: Random }): SmsGateway {
  if (config.SMS_URL !== undefined) return makeHttpSms(config.SMS_URL, config, means);
  throw new Error("The configuration names no SMS gateway");
}
