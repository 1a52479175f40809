import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { brand } from "#brand";
import { type Config } from "#server/platform/config/config.ts";
import { isThisMachine } from "#server/platform/config/mailConfig.ts";

/** An e-mail as the mail server gets it. `id` is ours, names this very e-mail for ever, and is in its Message-ID. */
export type OutgoingMail = {
  id: string;
  /** An address alone (isMailAddress). */
  to: string;
  subject: string;
  language: "en" | "fil";
  text: string;
  html: string;
  date: Date;
};

/** What became of handing an e-mail over. The reasons hold neither address nor words. */
export type MailHandover =
  | { kind: "accepted" }
  /** Will never be taken, whoever asks again. */
  | { kind: "refused"; reason: string }
  /** Surely not taken now. */
  | { kind: "later"; reason: string }
  /** It may have been taken. */
  | { kind: "unknown"; reason: string };

/** How e-mail leaves the house. */
export type MailGateway = {
  /** Hands an e-mail over, once. Never throws. */
  send: (mail: OutgoingMail) => Promise<MailHandover>;
};

type MailConfig = Pick<
  Config,
  "SMTP_URL" | "SMTP_USER" | "SMTP_PASSWORD" | "MAIL_FROM" | "SMTP_CA_FILE" | "SMTP_TIMEOUT_MS"
>;

/** The mail server that the configuration names; undefined where it names none. Nothing is called yet. */
export function makeMailGateway(config: MailConfig): MailGateway | undefined {
  const { SMTP_URL: url, SMTP_CA_FILE: caFile } = config;
  if (url === undefined) return undefined;
  const ca = caFile === undefined ? undefined : readFileSync(caFile);
  return {
    send: async (mail) => handOver(config, { url, ca }, mail.to, await compose(config, mail)),
  };
}

/** The whole message, headers and all: what is no ASCII is encoded, and no value of a header has a line end. */
function compose(config: MailConfig, mail: OutgoingMail): Promise<Buffer> {
  const domain = config.MAIL_FROM.slice(config.MAIL_FROM.lastIndexOf("@") + 1);
  return new MailComposer({
    from: { name: brand.provider, address: config.MAIL_FROM },
    to: { name: "", address: mail.to },
    subject: mail.subject,
    messageId: `<${mail.id}@${domain}>`,
    date: mail.date,
    text: mail.text,
    html: mail.html,
    headers: {
      "Auto-Submitted": "auto-generated",
      "Content-Language": mail.language,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

type Server = { url: string; ca: Buffer | undefined };

/** One conversation with the server, as long as SMTP_TIMEOUT_MS at most. */
function handOver(
  config: MailConfig,
  server: Server,
  to: string,
  message: Buffer,
): Promise<MailHandover> {
  const connection = openConnection(config, server);
  let hasLeft = false;
  // Read only once the server has said that it waits for the message.
  const leaving = Readable.from(
    (function* read() {
      hasLeft = true;
      yield message;
    })(),
  );
  return new Promise((resolve) => {
    const end = (handover: MailHandover) => {
      clearTimeout(limit);
      resolve(handover);
      connection.close();
    };
    const fail = (error: SMTPConnection.SMTPError) => end(handoverOf(error, hasLeft));
    const limit = setTimeout(
      () => end({ kind: hasLeft ? "unknown" : "later", reason: "no answer in time" }),
      config.SMTP_TIMEOUT_MS,
    );
    connection.on("error", fail);
    const send = () =>
      connection.send({ from: config.MAIL_FROM, to: [to] }, leaving, (error) => {
        if (error) return fail(error);
        end({ kind: "accepted" });
      });
    connection.connect((error) => {
      if (error) return fail(error);
      if (config.SMTP_USER === "") return send();
      const credentials = { user: config.SMTP_USER, pass: config.SMTP_PASSWORD };
      connection.login({ credentials }, (refused) => (refused ? fail(refused) : send()));
    });
  });
}

/** Encrypted to anybody but this machine, and to the one whom the certificate names. */
function openConnection(config: MailConfig, { url, ca }: Server): SMTPConnection {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === "smtps:";
  return new SMTPConnection({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (isSecure ? 465 : 587)),
    secure: isSecure,
    requireTLS: !isSecure && !isThisMachine(hostname),
    tls: { minVersion: "TLSv1.2", ...(ca && { ca }) },
    name: config.MAIL_FROM.slice(config.MAIL_FROM.lastIndexOf("@") + 1),
    connectionTimeout: config.SMTP_TIMEOUT_MS,
    greetingTimeout: config.SMTP_TIMEOUT_MS,
    socketTimeout: config.SMTP_TIMEOUT_MS,
  });
}

/**
 * A final no is one about the recipient or the message; one about us, as a wrong password, is mended by an operator,
 * and the e-mail leaves after that. Without an answer to a message that left, nobody knows.
 */
function handoverOf(error: SMTPConnection.SMTPError, hasLeft: boolean): MailHandover {
  const { responseCode: code, command = "" } = error;
  if (code === undefined) {
    const reason = `no answer: ${error.code ?? "unknown"}`;
    return { kind: hasLeft ? "unknown" : "later", reason };
  }
  const reason = `answered ${code} to ${command}`;
  const isAboutIt = hasLeft || command === "RCPT TO" || command === "DATA";
  return { kind: code >= 500 && isAboutIt ? "refused" : "later", reason };
}
