import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { App } from "#server/platform/app.ts";
import { spendCall } from "./callBudget.ts";
import { decodeUtf8, readJson } from "./readBody.ts";
import { sourceOf } from "./sourceOf.ts";

/** Where browsers tell what the content security policy stopped (headers.ts). */
export const POLICY_REPORTS = "/api/csp-reports";

const MAX_REPORT_BYTES = 16 * 1024;

const report = z.object({
  "csp-report": z.object({
    "effective-directive": z.optional(z.string()),
    "violated-directive": z.optional(z.string()),
    "blocked-uri": z.optional(z.string()),
  }),
});

/**
 * Counts and logs what a browser's policy stopped: a hole in a page that was tried. Anyone can send
 * such a report, so nothing of it is kept but a directive and an origin of known form, and a source
 * has 300 in 15 minutes.
 */
export function addPolicyReports(app: App, server: FastifyInstance): void {
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ["application/csp-report", "application/json"],
      { parseAs: "buffer" },
      (_request, body, next) => next(null, body),
    );
    scope.post(POLICY_REPORTS, { bodyLimit: MAX_REPORT_BYTES }, async (request, reply) => {
      await spendCall(app, { kind: "cspReport", source: sourceOf(request) });
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const read = report.safeParse(readJson(decodeUtf8(bytes)));
      if (read.success) {
        const told = read.data["csp-report"];
        const directive = told["effective-directive"] ?? told["violated-directive"] ?? "";
        const violation = {
          directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? "unknown",
          blocked: blockedOrigin(told["blocked-uri"] ?? ""),
        };
        app.metrics.policyViolations.inc();
        app.log.warn({ ...violation, correlationId: request.id }, "a page broke its policy");
      }
      return reply.code(204).send();
    });
    done();
  });
}

/** 'inline', 'eval' or an origin; a path or a query could hold what is private. */
function blockedOrigin(uri: string): string {
  if (/^[a-z-]{1,20}$/.test(uri)) return uri;
  return URL.canParse(uri) ? new URL(uri).origin.slice(0, 200) : "unknown";
}
