import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./classNames.ts";
import "./surface.css";

/** A white sheet with a hairline. `padded` when its content is not rows of its own. */
export function Panel(props: ComponentProps<"div"> & { padded?: boolean }) {
  const { padded, className, ...rest } = props;
  return <div {...rest} className={classNames("panel", padded && "panel-pad", className)} />;
}

/** A section's title, a rule, and an action at its end. */
export function SectionHead(props: {
  title: string;
  count?: number;
  id?: string;
  action?: ReactNode;
}) {
  return (
    <div className="sec">
      <h2 id={props.id}>
        {props.title}
        {props.count !== undefined && <span className="count"> ({props.count})</span>}
      </h2>
      <span className="rule" />
      {props.action}
    </div>
  );
}

/**
 * Names and values in ledger rows: a review, a receipt, details. `isPaired`: on a phone two stand side by side, each
 * name above its value, and what `isWide` has the line for itself.
 */
export function KeyValueList(props: {
  rows: readonly {
    key: string;
    name: ReactNode;
    value: ReactNode;
    isTotal?: boolean;
    isWide?: boolean;
  }[];
  isTight?: boolean;
  isPaired?: boolean;
}) {
  return (
    <dl className={classNames("kv", props.isTight && "tight", props.isPaired && "paired")}>
      {props.rows.map((row) => (
        <div key={row.key} className={classNames(row.isTotal && "total", row.isWide && "wide")}>
          <dt>{row.name}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
