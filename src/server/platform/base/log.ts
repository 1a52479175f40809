import { type DestinationStream, type Logger, pino } from "pino";

/** Structured lines on standard output. Bodies, headers and secrets are never handed to it. */
export type Log = Logger;

/** How long a line may wait for others. A process that is killed with -9 loses what waits. */
const FLUSH_MS = 50;
const FLUSH_BYTES = 16_000;
/** How much may wait for room on a full disk; lines beyond it are lost. */
const KEPT_BYTES = 4_000_000;

/** Of a log without lines: a destination that gathers them would look for some for as long as the process lives. */
const NOWHERE: DestinationStream = { write: () => undefined };

/**
 * A log whose every line names the process and carries UTC time. Lines are written together, since each
 * write costs as much as a tenth of a request; an end of the process by itself writes what waits.
 */
export function makeLog(
  processName: string,
  level: string,
  destination: DestinationStream = level === "silent" ? NOWHERE : gatheringDestination(),
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

/** Lines to a file that is open, standard output when nothing is said. */
export function gatheringDestination(file = 1): DestinationStream {
  const destination = pino.destination({
    dest: file,
    sync: false,
    minLength: FLUSH_BYTES,
    maxLength: KEPT_BYTES,
    periodicFlush: FLUSH_MS,
  });
  // A disk without room must not end the bank: what waits is tried again at the next flush.
  destination.on("error", () => undefined);
  return destination;
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
