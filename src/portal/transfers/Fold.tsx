import type { ReactNode } from "react";

/** What few need at this moment, one press away. */
export function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="fold">
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** Sentences of the server, one under the other. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="remindl">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
