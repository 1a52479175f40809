import { classNames } from "#ui/classNames.ts";
import { Money } from "#ui/Money.tsx";
import { ReferenceIn } from "#ui/Reference.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import "./transactionRow.css";

/**
 * One movement of money in a list: who or what first, how much beside it, and what else there is to say beneath.
 * It leads to its details where there are any.
 */
export function MovementLine(props: {
  to: string | undefined;
  icon: ReactNode;
  who: string;
  /** Negative is money out, in centavos. */
  amount: bigint;
  /** Under the amount: what it left. */
  left?: ReactNode;
  /** Short words in one run, and the reference after them. */
  parts: readonly ReactNode[];
  refNo: string;
  /** After that run, each in a line of its own. */
  after?: ReactNode;
  id?: string;
  /** Before the details open. */
  onOpen?: () => void;
}) {
  const texts = useTexts("history");
  const { to, amount, refNo, id, onOpen } = props;
  const isIn = amount > 0n;
  const content = (
    <>
      <span className={classNames("ic", isIn && "in")}>{props.icon}</span>
      <b className="tx-who">{props.who}</b>
      <span className="a">
        <span className={classNames(isIn && "money-in")}>
          <Money amount={amount} withPlus />
        </span>
      </span>
      <span className="d">
        <span className="meta dots">
          {props.parts.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- they never change places
            <span key={index}>{part}</span>
          ))}
          <span>
            <ReferenceIn text={texts.reference(refNo)} value={refNo} />
          </span>
        </span>
        {props.left}
        {props.after}
      </span>
    </>
  );
  return to === undefined ? (
    <div className="tx" id={id}>
      {content}
    </div>
  ) : (
    <Link className="tx" to={to} id={id} onClick={onOpen}>
      {content}
    </Link>
  );
}

const WAITING = [0, 1, 2, 3, 4, 5];

/** As many lines as a first screen has, before they are there. */
export function WaitingLines({ label }: { label: string }) {
  return (
    <Loading label={label}>
      {WAITING.map((row) => (
        <div key={row} className="tx">
          <span className="ic" />
          <span className="tx-who">
            <Skeleton width="70%" />
          </span>
          <span className="a">
            <Skeleton width="5rem" />
          </span>
          <span className="d">
            <Skeleton width="55%" />
          </span>
        </div>
      ))}
    </Loading>
  );
}
