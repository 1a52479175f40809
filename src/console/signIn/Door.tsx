import { useTexts } from "#console/texts/texts.ts";
import { brand } from "#brand";
import { Wordmark } from "#ui/Mark.tsx";
import { useHeadingFocus } from "#ui/useHeadingFocus.ts";
import { type ReactNode, useEffect, useRef } from "react";
import "./signIn.css";

/** A page before the sign-in: the name above, one column. Its title takes the focus where it appears. */
export function Door(props: { title: string; lead: string; children: ReactNode }) {
  const shell = useTexts("shell");
  const { title } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = shell.pageTitle(title);
  }, [shell, title]);
  useHeadingFocus(heading, title);
  return (
    <div className="c-door">
      <header>
        <Wordmark name={brand.console} />
      </header>
      <main>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="lead">{props.lead}</p>
        {props.children}
      </main>
    </div>
  );
}
