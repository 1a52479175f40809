import { referenceGroups } from "#common/reference.ts";
import { Copy } from "lucide-react";
import { Fragment, useState } from "react";
import { Button } from "./Button.tsx";
import "./surface.css";
import { useWords } from "./words.tsx";

/**
 * A reference number as it is read out, in its groups (#common/reference.ts). The gaps are drawn and no
 * characters: a screen reader, the clipboard and whoever selects it get it without spaces.
 */
export function Reference({ value }: { value: string }) {
  return (
    <span className="refcode">
      {referenceGroups(value).map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same two groups may follow each other
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <span>{group}</span>
        </Fragment>
      ))}
    </span>
  );
}

/** A text with the reference in it in its groups. */
export function ReferenceIn({ text, value }: { text: string; value: string }) {
  const at = value === "" ? -1 : text.indexOf(value);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <Reference value={value} />
      {text.slice(at + value.length)}
    </>
  );
}

/** Copies `value` and says so. `what` completes its accessible name: 'Copy Reference Number'. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const words = useWords();
  const [isCopied, setIsCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      // Without permission the number still stands there to be selected by hand.
      setIsCopied(false);
    }
  }

  return (
    <>
      <Button small aria-label={words.copyOf(what)} onClick={() => void copy()}>
        <Copy />
        {isCopied ? words.copied : words.copy}
      </Button>
      <output className="sr">{isCopied ? words.copied : ""}</output>
    </>
  );
}
