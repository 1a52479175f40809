import type { Clock } from "#server/platform/base/clock.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Log } from "#server/platform/base/log.ts";
import type { Metrics } from "#server/platform/base/metrics.ts";
import type { Random } from "#server/platform/base/random.ts";
import { makeHttpSms } from "./httpSms.ts";
import { makeSmppSms } from "./smppSms.ts";
import type { SmsGateway } from "./smsGateway.ts";

type Means = { now: Clock; random: Random; log: Log; metrics: Metrics };

/** The gateway that the configuration names. Nothing is called yet. Throws when it names none. */
export function makeSmsGateway(config: Config, means: Means): SmsGateway {
  if (config.SMS_URL !== undefined) return makeHttpSms(config.SMS_URL, config, means);
  if (config.SMPP_URL !== undefined) return makeSmppSms(config.SMPP_URL, config, means);
  throw new Error("The configuration names no SMS gateway");
}
