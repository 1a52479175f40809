import type { ReactNode } from "react";
import "./surface.css";
import { useWords } from "./words.tsx";

/** Wraps a skeleton of the same geometry as what will come; it shows from 200 ms on. */
export function Loading({ children, label }: { children: ReactNode; label?: string }) {
  const words = useWords();
  return (
    <div aria-busy="true">
      <output className="sr">{label ?? words.loading}</output>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** One grey bar; sizes are CSS lengths, e.g. width="60%". */
export function Skeleton(props: { width: string; height?: string; className?: string }) {
  return (
    <span
      className={props.className ? `sk ${props.className}` : "sk"}
      // React sets these through the style object model, which a strict style-src allows.
      style={{ width: props.width, height: props.height ?? "1em" }}
    />
  );
}
