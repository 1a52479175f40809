import { type DestinationStream, type Logger, pino } from "pino";

/** Structured lines on standard output. Bodies, headers and secrets are never handed to it. */
export type Log = Logger;

/** A log whose every line names the process and carries UTC time. */
export function makeLog(
  processName: string,
  level: string,
  destination: DestinationStream = pino.destination(1),
): Log {
  const options = {
    level,
    base: { process: processName, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: ["password", "pin", "otp", "token", "cvv", "pan", "*.password", "*.pin", "*.token"],
      censor: "[removed]",
    },
  };
  return pino(options, destination);
}

/** What a log needs of an error and no more: drivers hang connections, parameters and rows on theirs. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack } = error;
  const text = (key: string) => {
    const value: unknown = Reflect.get(error, key);
    return typeof value === "string" ? { [key]: value } : {};
  };
  return { type: name, message, ...text("code"), ...text("constraint"), stack };
}
