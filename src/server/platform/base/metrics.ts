import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What a process counts, in the words of the dashboards that read it. */
export type Metrics = {
  registry: Registry;
  /** Seconds from the first byte read to the last byte written. */
  httpDuration: Histogram<"route" | "method" | "status">;
  /** Argon2id computations: the dearest thing a stranger can ask for. */
  passwordHashes: Counter;
  passwordHashesWaiting: Gauge;
  /** PDFs that wait for the one being drawn. */
  documentsWaiting: Gauge;
  /** Pictures of staff that wait for the one being drawn anew. */
  picturesWaiting: Gauge;
  signIns: Counter<"outcome">;
  otpSends: Counter<"purpose">;
  otpTries: Counter<"outcome">;
  /** Texts that strangers asked for beyond the hour's budget: an alarm for 'all'. */
  textsWithheld: Counter<"budget">;
  /** Sources that asked for the sign-up of members without a number again and again. */
  signUpSweeps: Counter;
  sealedCallsRefused: Counter;
  /** What browsers say that the content security policy stopped. */
  policyViolations: Counter;
  /** Calls that reached for what is not the caller's. */
  deniedCalls: Counter<"reason">;
  /** Members with ten denied calls in a minute. */
  denialAlarms: Counter;
  transfers: Counter<"state">;
  /** What rails said, by what came of it: 'exception' waits for a person. */
  railMessages: Counter<"rail" | "outcome">;
  /** Transfers to other banks without an end, and for how long the oldest has had none. */
  railTransfersOpen: Gauge<"rail">;
  railOldestOpenSeconds: Gauge<"rail">;
  /** Of these, those whose money should be back by law, unless another bank holds it for a check. */
  railRefundsLate: Gauge<"rail">;
  railInwardLate: Gauge<"rail">;
  /** When the clearing house's list was last gone through to its end: its words begin the two hours. */
  pesonetHeardAt: Gauge;
  outboxDepth: Gauge;
  outboxOldestSeconds: Gauge;
  /** What waits for a person: exceptions of every kind, and jobs that are tried no more. */
  exceptionsOpen: Gauge;
  jobsFailed: Gauge;
  /** Business dates up to yesterday that nobody closed, counted from the last that was. */
  daysNotClosed: Gauge;
  /** When somebody looked: a figure of breaches or findings says nothing when nobody did. */
  booksCheckedAt: Gauge;
  trailSealedAt: Gauge;
  /** Texts that reached a state; `codesOverdue` is the one to be woken for. */
  textMessages: Counter<"state">;
  smsGatewayAnswers: Counter<"answer">;
  /** E-mails that reached a state; 'queued' that went back to it. */
  mailMessages: Counter<"state">;
  /** What push services said to notices offered to them. */
  pushAnswers: Counter<"answer">;
  textsWaiting: Gauge<"kind">;
  codesOverdue: Gauge;
  /** There while a process has a link to keep, which is the worker's part, and SMPP's. */
  smsLinkUp: Gauge;
  invariantBreaches: Gauge;
  trailFindings: Gauge;
  /** Days of a partner's that have no file by noon of the next, and days whose newest proof is not right. */
  settlementDaysMissing: Gauge;
  proofsNotRight: Gauge;
  /** Proclamations of holidays that the calendar lacks, of this year and from 1 October of the next. */
  holidaysMissing: Gauge;
  openSockets: Gauge;
  /** There in processes that have the key of statements; 0 where it signs nothing. */
  statementCertificateEndsAt: Gauge;
};

const CERTIFICATE_ENDS = "statement_certificate_end_timestamp_seconds";

/** Not there until it is known. */
function unset(gauge: Gauge): Gauge {
  gauge.remove();
  return gauge;
}

/** A registry of its own for each process (and each test), so that nothing is counted twice. */
export function makeMetrics(processName: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  const registers = [registry];
  return {
    registry,
    httpDuration: new Histogram({
      name: "http_request_duration_seconds",
      help: "Duration of HTTP requests",
      labelNames: ["route", "method", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    passwordHashes: counter("password_hashes_total", "Argon2id computations"),
    passwordHashesWaiting: gauge("password_hashes_waiting", "Sign-ins that wait for a computation"),
    documentsWaiting: gauge("documents_waiting", "PDFs that wait for the one being drawn"),
    picturesWaiting: gauge("pictures_waiting", "Pictures that wait for the one being drawn anew"),
    signIns: counter("sign_ins_total", "Sign-ins by outcome", "outcome"),
    otpSends: counter("otp_sends_total", "One-time passwords queued, by purpose", "purpose"),
    otpTries: counter("otp_tries_total", "One-time passwords entered, by outcome", "outcome"),
    textsWithheld: counter("texts_withheld_total", "Codes beyond a spent budget", "budget"),
    signUpSweeps: counter("sign_up_sweeps_total", "Sources stopped from probing the sign-up"),
    sealedCallsRefused: counter("sealed_calls_refused_total", "Encrypted calls that did not open"),
    policyViolations: counter("policy_violations_total", "Reports of the content security policy"),
    deniedCalls: counter("denied_calls_total", "Calls for what is not the caller's", "reason"),
    denialAlarms: counter("denial_alarms_total", "Members with ten denied calls in a minute"),
    transfers: counter("transfers_total", "Transfers that reached a state", "state"),
    railMessages: counter("rail_messages_total", "Messages of the rails", "rail", "outcome"),
    railTransfersOpen: gauge(
      "rail_transfers_open",
      "Transfers to other banks without an end",
      "rail",
    ),
    railOldestOpenSeconds: gauge(
      "rail_oldest_open_seconds",
      "Age of the oldest transfer to another bank without an end",
      "rail",
    ),
    railRefundsLate: gauge("rail_refunds_late", "Transfers whose money should be back", "rail"),
    railInwardLate: gauge("rail_inward_late", "Money of other banks without its end", "rail"),
    pesonetHeardAt: gauge("pesonet_heard_timestamp_seconds", "Last whole look at the house's list"),
    outboxDepth: gauge("outbox_depth", "Promised work not yet handed to the job queue"),
    outboxOldestSeconds: gauge("outbox_oldest_seconds", "Age of the oldest work not handed over"),
    exceptionsOpen: gauge("exceptions_open", "Exceptions that wait for a person"),
    jobsFailed: gauge("jobs_failed", "Jobs that failed for good"),
    daysNotClosed: gauge("days_not_closed", "Business dates up to yesterday that are not closed"),
    booksCheckedAt: gauge("ledger_checked_timestamp_seconds", "Last check of the books"),
    trailSealedAt: gauge("audit_sealed_timestamp_seconds", "Moment of the newest seal"),
    textMessages: counter("text_messages_total", "Text messages that reached a state", "state"),
    mailMessages: counter("mail_messages_total", "E-mails that reached a state", "state"),
    pushAnswers: counter("push_answers_total", "Answers of push services to notices", "answer"),
    smsGatewayAnswers: counter("sms_gateway_answers_total", "Answers to offered texts", "answer"),
    textsWaiting: gauge("text_messages_waiting", "Texts not handed over yet, by kind", "kind"),
    codesOverdue: gauge("codes_overdue", "Codes that wait longer than half a minute"),
    smsLinkUp: unset(gauge("sms_link_up", "1 while bound to the SMSC (SMPP only)")),
    invariantBreaches: gauge("ledger_invariant_breaches", "Breaches found by the last check"),
    trailFindings: gauge("audit_trail_findings", "Findings of the last verification of the seals"),
    settlementDaysMissing: gauge("settlement_days_missing", "Days of a partner without a file"),
    proofsNotRight: gauge("reconciliation_proofs_not_right", "Days whose proof is not right"),
    holidaysMissing: gauge("holiday_proclamations_missing", "Holidays not proclaimed"),
    openSockets: gauge("open_sockets", "Connected sockets"),
    statementCertificateEndsAt: unset(gauge(CERTIFICATE_ENDS, "When it signs statements no more")),
  };

  function counter<Label extends string>(name: string, help: string, ...labelNames: Label[]) {
    return new Counter<Label>({ name, help, labelNames, registers });
  }
  function gauge<Label extends string>(name: string, help: string, ...labelNames: Label[]) {
    return new Gauge<Label>({ name, help, labelNames, registers });
  }
}

/**
 * What the worker counts in the database for all processes. One that stands by leaves it out, for another says
 * what is so now. The moments at which somebody looked stay; they are true.
 */
export function forgetWhatWasCounted(metrics: Metrics): void {
  for (const each of [
    metrics.railTransfersOpen,
    metrics.railOldestOpenSeconds,
    metrics.railRefundsLate,
    metrics.railInwardLate,
    metrics.textsWaiting,
  ]) {
    each.reset();
  }
  for (const one of [
    metrics.outboxDepth,
    metrics.outboxOldestSeconds,
    metrics.exceptionsOpen,
    metrics.jobsFailed,
    metrics.daysNotClosed,
    metrics.codesOverdue,
    metrics.invariantBreaches,
    metrics.trailFindings,
    metrics.settlementDaysMissing,
    metrics.proofsNotRight,
    metrics.holidaysMissing,
  ]) {
    one.remove();
  }
}

/** Memory, event loop and garbage collection of this process. For a long-lived process only. */
export function collectProcessMetrics(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry });
}
