import { useHeadingFocus } from "#ui/useHeadingFocus.ts";
import { type ReactNode, useEffect, useRef } from "react";
import "./pageHead.css";
import { useProgram } from "./program.tsx";

/**
 * The title of a screen. Where it appears, the tab is named after it and the focus goes to it, so
 * that a screen reader says where one is now; not away from a panel that was opened meanwhile.
 */
export function PageHead(props: {
  title: string;
  /** The title as it is drawn. */
  heading?: ReactNode;
  before?: ReactNode;
  after?: ReactNode;
  actions?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(props.title);
  useHeadingFocus(heading);
  return (
    <div className="pagehead">
      <div className="grow">
        {props.before}
        <h1 ref={heading} tabIndex={-1}>
          {props.heading ?? props.title}
        </h1>
        {props.after}
      </div>
      {props.actions}
    </div>
  );
}

/** Names the browser's tab after the screen. */
export function usePageTitle(title: string): void {
  const { useTexts } = useProgram();
  const shell = useTexts("shell");
  useEffect(() => {
    document.title = shell.pageTitle(title);
  }, [shell, title]);
}
