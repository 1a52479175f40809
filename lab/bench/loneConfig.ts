import { type Config, readConfig } from "#server/platform/config/config.ts";

const NOBODY = "http://127.0.0.1:9";

/** The configuration of a program that measures the bank alone: nobody answers outside it, and nothing is logged. */
export function loneConfig(
  folder: string,
  databaseUrl: string,
  more: Record<string, string>,
): Config {
  return readConfig({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    ISSUER_URL: NOBODY,
    INSTAPAY_URL: NOBODY,
    PESONET_URL: NOBODY,
    SMS_URL: NOBODY,
    LOG_LEVEL: "silent",
    ...more,
  });
}
