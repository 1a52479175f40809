import { Check, CircleAlert, Info, ShieldCheck, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./classNames.ts";
import "./surface.css";

const ICONS = {
  info: Info,
  warn: TriangleAlert,
  bad: CircleAlert,
  ok: Check,
  safety: ShieldCheck,
  offline: WifiOff,
};

/** A framed message inside a page. 'safety' is the shield of the anti-scam lines. */
export function Notice(props: {
  kind: "info" | "warn" | "bad" | "ok" | "safety";
  children: ReactNode;
  /** Announced when it appears: 'alert' for what went wrong, 'status' for the rest. */
  role?: "alert" | "status";
}) {
  const Icon = ICONS[props.kind];
  return (
    <div className={classNames("note", props.kind)} role={props.role}>
      <Icon />
      <div>{props.children}</div>
    </div>
  );
}

/** A line across the page or on top of a panel: no connection, maintenance, a new version. */
export function Banner(props: { kind: "warn" | "info" | "ok" | "offline"; children: ReactNode }) {
  const Icon = ICONS[props.kind];
  return (
    <div className={classNames("banner", props.kind)} aria-live="polite">
      <Icon />
      <div>{props.children}</div>
    </div>
  );
}
