import type { ReactNode } from "react";
import "./fold.css";

/** What few need at this moment, one press away. */
export function Fold(props: { summary: string; isOpen?: boolean; children: ReactNode }) {
  const { summary, isOpen, children } = props;
  return (
    <details className="fold" open={isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
