import { failureOf } from "#client/queries.ts";
import { NotRead } from "#portal/shared/NotRead.tsx";
import { shortReference } from "#portal/shared/showFailure.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import type { UseQueryResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/**
 * A section of the page with what it reads: its shape while it loads, its contents, or why they are not there.
 * What was read before stays through an outage.
 */
export function SafetySection<Data>(props: {
  /** Also the place that a link leads to. */
  id: string;
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  query: UseQueryResult<Data>;
  /** How many rows will come, about. */
  rows: number;
  children: (data: Data) => ReactNode;
}) {
  const { id, title, hint, action, query } = props;
  return (
    <section id={id} className="safety-section" aria-labelledby={`${id}-title`}>
      <SectionHead id={`${id}-title`} title={title} action={action} />
      {hint !== undefined && <p className="sub safety-hint">{hint}</p>}
      {query.data !== undefined && props.children(query.data)}
      {query.data === undefined && (
        <Panel>
          {query.isError ? (
            <Failed title={title} query={query} />
          ) : (
            <WaitingRows rows={props.rows} />
          )}
        </Panel>
      )}
    </section>
  );
}

function Failed({ title, query }: { title: string; query: UseQueryResult }) {
  const texts = useTexts("safety");
  return (
    <NotRead query={query} title={texts.failed(title)}>
      {texts.failedMeaning(shortReference(failureOf(query.error)))}
    </NotRead>
  );
}

/** The shape of rows that will come. */
export function WaitingRows({ rows }: { rows: number }) {
  return (
    <Loading>
      {Array.from({ length: rows }, (_, index) => (
        <div className="saferow" key={index}>
          <Skeleton width="44px" height="44px" className="ic" />
          <p className="safe-name">
            <Skeleton width="9rem" />
          </p>
          <div className="safe-value">
            <Skeleton width="70%" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/** One line: what it is, how it stands, and what can be done about it. */
export function SafetyRow(props: {
  icon: LucideIcon;
  name: ReactNode;
  /** Beside the name, a word or two of how it stands. */
  tag?: ReactNode;
  action?: ReactNode;
  /** Of the action: beside the text where there is room, or always beneath it. */
  isActionBeneath?: boolean;
  children?: ReactNode;
}) {
  const Icon = props.icon;
  return (
    <li className={classNames("saferow", props.isActionBeneath && "beneath")}>
      <span className="ic" aria-hidden="true">
        <Icon />
      </span>
      <div className="safe-name">
        <b>{props.name}</b>
        {props.tag}
      </div>
      <div className="safe-value">{props.children}</div>
      {props.action !== undefined && <div className="safe-action">{props.action}</div>}
    </li>
  );
}
