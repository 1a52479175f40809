import type { Pool } from "pg";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/db.ts";
import type { CardIssuer } from "./gateways/cardIssuer/cardIssuer.ts";
import type { SmsGateway } from "./gateways/sms/smsGateway.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Random } from "./random.ts";
import type { Secrets } from "./secrets.ts";

/** What a process is made of, built in one place and handed to every verb. */
export type App = {
  config: Config;
  secrets: Secrets;
  now: Clock;
  random: Random;
  /** For money calls: one prepared statement, one round trip. */
  pool: Pool;
  /** For everything else. */
  db: Db;
  log: Log;
  metrics: Metrics;
  issuer: CardIssuer;
  sms: SmsGateway;
};

/** The member a call was made by. */
export type Caller = {
  memberId: bigint;
  memberGuid: string;
  sessionId: bigint;
  correlationId: string;
  language: "en" | "fil";
};
