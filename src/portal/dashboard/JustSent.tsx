import { justApplied } from "#portal/shared/justApplied.ts";
import { Notice } from "#ui/Notice.tsx";
import { useEffect, useRef, useState } from "react";

/** That the application was just sent, where it stands from now on: there the member is led. */
export function JustSent() {
  const [text] = useState(justApplied.get);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    said.current?.focus();
    return () => justApplied.set("");
  }, []);
  if (text === "") return null;
  return (
    <div ref={said} tabIndex={-1} className="just-sent">
      <Notice kind="ok">{text}</Notice>
    </div>
  );
}
