import { gsmLength, ONE_MESSAGE } from "#common/gsm.ts";

const LEADING_CODE = /^(\d{6}) /;

/**
 * A code's text with the line by which phones offer the code on our own address alone (WebOTP, iOS):
 * '@online.example.com #123456', the last line and nothing else in it. Left away where it would make a
 * second message of it, where the portal's origin is not configured, and in a text without a code.
 */
export function bindToOrigin(text: string, publicOrigin: string | undefined): string {
  const code = LEADING_CODE.exec(text)?.[1];
  if (code === undefined || publicOrigin === undefined) return text;
  const bound = `${text}\n@${new URL(publicOrigin).hostname} #${code}`;
  const length = gsmLength(bound);
  return length !== undefined && length <= ONE_MESSAGE ? bound : text;
}
