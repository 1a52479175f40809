import { useTexts } from "#console/texts/texts.ts";
import { type ReactNode, useEffect, useRef } from "react";

/**
 * The title of a screen. Where it appears, the tab is named after it and the focus goes to it, so that a
 * screen reader says where one is now.
 */
export function PageHead(props: {
  title: string;
  before?: ReactNode;
  after?: ReactNode;
  actions?: ReactNode;
}) {
  const { title } = props;
  const shell = useTexts("shell");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = shell.pageTitle(title);
  }, [shell, title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="c-pagehead">
      <div className="c-grow">
        {props.before}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {props.after}
      </div>
      {props.actions}
    </div>
  );
}
