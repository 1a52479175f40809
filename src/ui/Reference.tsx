import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./Button.tsx";
import "./surface.css";
import { useWords } from "./words.tsx";

/** A reference number in groups of four; a screen reader and the clipboard get it without spaces. */
export function Reference({ value }: { value: string }) {
  return (
    <span className="refcode">
      <span aria-hidden="true">{value.replaceAll(/(.{4})(?=.)/g, "$1 ")}</span>
      <span className="sr">{value}</span>
    </span>
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
