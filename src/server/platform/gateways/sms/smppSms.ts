import { readFileSync } from "node:fs";
import smpp, { type Pdu } from "smpp";
import type { Clock } from "#server/platform/base/clock.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Log } from "#server/platform/base/log.ts";
import type { Metrics } from "#server/platform/base/metrics.ts";
import type { Random } from "#server/platform/base/random.ts";
import type { Handover, OutgoingText, SmsGateway, TextReport } from "./smsGateway.ts";
import { type After, afterTimeout, within } from "./plans.ts";
import { openSmppLink, type SmppLink } from "./smppLink.ts";
import { readReceipt } from "./smppReceipt.ts";
import { isThrottling, refusalOf, STATUS } from "./smppStatus.ts";
import { addressOf, type Segment, segmentsOf, validityPeriod } from "./smppText.ts";

type SmppConfig = Pick<
  Config,
  | "SMPP_SYSTEM_ID"
  | "SMPP_PASSWORD"
  | "SMPP_SYSTEM_TYPE"
  | "SMPP_WINDOW"
  | "SMS_SENDER"
  | "SMS_TIMEOUT_MS"
  | "SMS_CA_FILE"
>;

type Means = { now: Clock; random: Random; log: Log; metrics: Metrics; after?: After };

const STANDARD_PORTS = { "smpp:": 2775, "ssmpp:": 3550 } as const;
/** An SMSC that owes an answer for so long has lost it: a new connection gives its place back. */
const LOST_ANSWER_MS = 60_000;
/** How long nothing is offered after the SMSC asked us to slow down. */
const CALM_MS = 1_000;

const HEADER_FOLLOWS = 0x40;

/**
 * An SMSC spoken to over SMPP 3.4, on one connection bound as transceiver while someone listens. It does
 * not know our ids: a submit without an answer may have been taken or not, and neither query_sm nor
 * anything else could say (it needs the SMSC's id, which is in the very answer that is missing). So
 * `mayRepeat` is false. A late answer, or a receipt for the number, settles the outcome.
 */
export function makeSmppSms(url: string, config: SmppConfig, means: Means): SmsGateway {
  const { now, random } = means;
  const after = means.after ?? afterTimeout;
  const timeoutMs = config.SMS_TIMEOUT_MS;
  const submitter = makeSubmitter({ after, now, timeoutMs });
  let link: SmppLink | undefined;

  async function send(text: OutgoingText): Promise<Handover> {
    if (link === undefined || !(await link.whenBound(timeoutMs))) return later("not bound");
    const validity = validityPeriod(text.validUntil, now());
    if (validity === undefined) return later("no time left");
    const segments = segmentsOf(text.text, random.bytes(1).readUInt8());
    const busy = submitter.whyNot(segments.length, config.SMPP_WINDOW);
    if (busy !== undefined) return later(busy);
    let handover: Handover = later("nothing to send");
    for (const [index, segment] of segments.entries()) {
      // The last part's id stands for the text: only that one asks for a receipt.
      const isLast = index === segments.length - 1;
      handover = await submitter.submit(
        link,
        submitOf(config, text, segment, { validity, isLast }),
      );
      if (handover.kind === "accepted") continue;
      // A part has left: sending the text again would send that part twice.
      return index === 0
        ? handover
        : { kind: "unknown", reason: `part ${index + 1} was not taken` };
    }
    return handover;
  }

  return {
    transport: "smpp",
    mayRepeat: false,
    send,
    listen(take) {
      const { smsLinkUp } = means.metrics;
      smsLinkUp.set(0);
      const opened = openSmppLink({
        ...addressIn(url),
        ca: config.SMS_CA_FILE === undefined ? undefined : readFileSync(config.SMS_CA_FILE),
        systemId: config.SMPP_SYSTEM_ID,
        password: config.SMPP_PASSWORD,
        systemType: config.SMPP_SYSTEM_TYPE,
        timeoutMs,
        after,
        random,
        log: means.log,
        onUp: (isUp) => smsLinkUp.set(isUp ? 1 : 0),
        onMessage: (pdu) => receive(pdu, take, means.log),
      });
      link = opened;
      return {
        stop: async () => {
          link = undefined;
          await opened.stop();
          smsLinkUp.remove();
        },
      };
    },
  };
}

/** Submits, and keeps count of what the SMSC has not answered and of what it asked us. */
function makeSubmitter({ after, now, timeoutMs }: { after: After; now: Clock; timeoutMs: number }) {
  let open = 0;
  let calmUntil = 0;

  function read({ command_status: status, message_id: gatewayId }: Pdu): Handover {
    if (isThrottling(status)) calmUntil = now().getTime() + CALM_MS;
    if (status !== STATUS.ok) return refusalOf(status);
    return typeof gatewayId === "string" && gatewayId !== ""
      ? { kind: "accepted", gatewayId }
      : { kind: "unknown", reason: "taken without an id" };
  }

  return {
    /** Why nothing may be submitted now. A text of more parts than the window holds goes alone. */
    whyNot(segments: number, window: number): string | undefined {
      if (now().getTime() < calmUntil) return "the SMSC asked us to slow down";
      return open > 0 && open + segments > window ? "the window is full" : undefined;
    },
    async submit(link: SmppLink, pdu: Pdu): Promise<Handover> {
      const { hasLeft, answer } = link.ask(pdu);
      if (!hasLeft) return later("not connected");
      open += 1;
      const callOff = after(LOST_ANSWER_MS, link.reset);
      const handover = answer.then((response) => {
        open -= 1;
        callOff();
        return response && read(response);
      });
      const inTime = await within(after, timeoutMs, handover);
      if (inTime === "too late") {
        return { kind: "unknown", reason: "no answer in time", late: handover };
      }
      return inTime ?? { kind: "unknown", reason: "the connection broke" };
    },
  };
}

/** The status a message is acknowledged with: only a receipt that is safe with us is not sent again. */
async function receive(
  pdu: Pdu,
  take: (report: TextReport) => Promise<void>,
  log: Log,
): Promise<number> {
  const report = readReceipt(pdu);
  if (report === undefined) {
    log.info("a message from a phone, or a receipt that cannot be read");
    return STATUS.ok;
  }
  try {
    await take(report);
    return STATUS.ok;
  } catch (error) {
    log.error({ err: error }, "a receipt could not be kept and is to be repeated");
    return STATUS.temporaryError;
  }
}

function submitOf(
  config: SmppConfig,
  { to }: OutgoingText,
  { dataCoding, hasHeader, bytes }: Segment,
  { validity, isLast }: { validity: string; isLast: boolean },
): Pdu {
  const [source, destination] = [addressOf(config.SMS_SENDER), addressOf(to)];
  return new smpp.PDU("submit_sm", {
    source_addr_ton: source.ton,
    source_addr_npi: source.npi,
    source_addr: source.address,
    dest_addr_ton: destination.ton,
    dest_addr_npi: destination.npi,
    destination_addr: destination.address,
    esm_class: hasHeader ? HEADER_FOLLOWS : 0,
    validity_period: validity,
    registered_delivery: isLast ? 1 : 0,
    data_coding: dataCoding,
    short_message: bytes,
  });
}

function addressIn(url: string): { host: string; port: number; tls: boolean } {
  const { protocol, hostname, port } = new URL(url);
  const tls = protocol === "ssmpp:";
  const standard = STANDARD_PORTS[tls ? "ssmpp:" : "smpp:"];
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? standard : Number(port),
    tls,
  };
}

function later(reason: string): Handover {
  return { kind: "later", reason };
}
