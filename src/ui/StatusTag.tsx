import { Check, CircleAlert, Clock, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import "./surface.css";

const ICONS = {
  ok: Check,
  warn: TriangleAlert,
  bad: CircleAlert,
  info: Info,
  neutral: Clock,
  brass: Info,
};

/** A status as icon and word: colour alone never tells it. */
export function StatusTag(props: { kind: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[props.kind];
  return (
    <span className={`tag ${props.kind}`}>
      <Icon />
      {props.children}
    </span>
  );
}
