import type { IssuerOutcome } from "./cardOrder.ts";

/** The issuer's answer to an order that is done or not, as the order keeps it. */
export function wordOf(answer: {
  kind: "done" | "refused" | "unknown";
  code?: string;
  reason?: string;
}): IssuerOutcome {
  switch (answer.kind) {
    case "done":
      return { kind: "done" };
    case "refused":
      return { kind: "refused", code: answer.code ?? "REFUSED" };
    case "unknown":
      return { kind: "unknown", reason: answer.reason ?? "no answer" };
  }
}
