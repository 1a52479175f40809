import { Logger, type LogLevel } from "graphile-worker";
import type { Log } from "#server/platform/base/log.ts";

/** The job library's lines in our log. Its details, which may hold payloads, are left out. */
export function jobLogger(log: Log): Logger {
  return new Logger((scope) => (level, message) => {
    log[pinoLevel(level)]({ task: scope.taskIdentifier, job: scope.jobId }, message);
  });
}

function pinoLevel(level: LogLevel): "error" | "warn" | "debug" {
  if (level === "error") return "error";
  return level === "warning" ? "warn" : "debug";
}
