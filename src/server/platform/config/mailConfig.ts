import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { brand } from "#brand";

/** An address, without a name beside it: no blank, bracket, comma or line end, so nothing that a header could read anew. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}$/;

export const isMailAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text);

/** How e-mail leaves. Without SMTP_URL the bank sends none, and offers none. */
export const mailSettings = {
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isServer,
          "must look like smtp://mail.example.com:587 or smtps://mail.example.com:465, without user and password",
        ),
      ),
  ),
  SMTP_USER: z._default(z.string(), ""),
  SMTP_PASSWORD: z._default(z.string(), ""),
  /** Whom e-mail is from. */
  MAIL_FROM: z._default(
    z.string().check(z.refine(isMailAddress, "must look like notices@example.com")),
    brand.mailFrom,
  ),
  /** PEM file of the only authorities trusted to vouch for the mail server; unset: those Node trusts. */
  SMTP_CA_FILE: z.optional(z.string()),
};

type MailSettings = {
  NODE_ENV: string;
  SMTP_URL?: string | undefined;
  SMTP_USER: string;
  SMTP_PASSWORD: string;
  MAIL_FROM: string;
  SMTP_CA_FILE?: string | undefined;
};

/** What is wrong with the settings together. */
export function mailMistakes(config: MailSettings): string[] {
  if (config.SMTP_URL === undefined) return [];
  const mistakes: string[] = [];
  if ((config.SMTP_USER === "") !== (config.SMTP_PASSWORD === "")) {
    mistakes.push("SMTP_USER, SMTP_PASSWORD: name both or none");
  }
  if (config.SMTP_CA_FILE !== undefined && !holdsCertificate(config.SMTP_CA_FILE)) {
    mistakes.push("SMTP_CA_FILE: there is no certificate in PEM format");
  }
  if (config.NODE_ENV === "production" && config.MAIL_FROM === brand.mailFrom) {
    mistakes.push("MAIL_FROM is missing: the address that e-mail is from");
  }
  return mistakes;
}

/** This machine: what is said to it crosses no network. */
export const isThisMachine = (hostname: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

function isServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  const isBare = `${username}${password}${search}${hash}` === "" && ["", "/"].includes(pathname);
  return ["smtp:", "smtps:"].includes(protocol) && hostname !== "" && isBare;
}

function holdsCertificate(file: string): boolean {
  try {
    return new X509Certificate(readFileSync(file)).subject !== "";
  } catch {
    return false;
  }
}
