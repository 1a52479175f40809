import type { Pool } from "pg";
import type { StaffAction } from "#contract/staff/actions.ts";
import type { Clock } from "./base/clock.ts";
import type { Config } from "./config/config.ts";
import type { Db } from "#server/db/db.ts";
import type { CardIssuer } from "./gateways/cardIssuer/cardIssuer.ts";
import type { InstapayRail } from "./gateways/rails/instapay.ts";
import type { PesonetRail } from "./gateways/rails/pesonet.ts";
import type { MailGateway } from "./gateways/mail/smtpMail.ts";
import type { SmsGateway } from "./gateways/sms/smsGateway.ts";
import type { Patience } from "./base/gather.ts";
import type { Log } from "./base/log.ts";
import type { Metrics } from "./base/metrics.ts";
import type { PdfQueue } from "./pdf/pdfQueue.ts";
import type { Random } from "./base/random.ts";
import type { Secrets } from "./secrets/secrets.ts";

/** What a process is made of, built in one place and handed to every verb. */
export type App = {
  config: Config;
  secrets: Secrets;
  now: Clock;
  random: Random;
  /** Of orders and readings that may share a call. */
  patience: Patience;
  /** For money calls: one prepared statement, one round trip. */
  pool: Pool;
  /** For everything else. */
  db: Db;
  log: Log;
  metrics: Metrics;
  issuer: CardIssuer;
  sms: SmsGateway;
  /** undefined where the bank sends no e-mail. */
  mail: MailGateway | undefined;
  instapay: InstapayRail;
  pesonet: PesonetRail;
  /** Documents are drawn there, off the event loop, one after the other. */
  pdf: PdfQueue;
};

/** The member a call was made by. */
export type Caller = {
  memberId: bigint;
  memberGuid: string;
  sessionId: bigint;
  correlationId: string;
  language: "en" | "fil";
};

/** The staff member a call was made by, with what their roles allow at this moment. */
export type StaffCaller = {
  staffId: bigint;
  /** The person: the same in every account of theirs. */
  personKey: string;
  username: string;
  fullName: string;
  /** Where they work. What they may do there is a matter of their roles. */
  officeId: bigint;
  sessionId: bigint;
  correlationId: string;
  language: "en" | "fil";
  /**
   * True when a role allows it in this branch. undefined: in any branch at all. null, for what belongs
   * to no branch: in all of them.
   */
  may: (action: StaffAction, officeId?: bigint | null) => boolean;
  /** The branches in which a role allows it: what a list is cut down to. */
  offices: (action: StaffAction) => "all" | bigint[];
};
