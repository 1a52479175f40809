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
    redact: {
      paths: ["password", "pin", "otp", "token", "cvv", "pan", "*.password", "*.pin", "*.token"],
      censor: "[removed]",
    },
  };
  return pino(options, destination);
}
