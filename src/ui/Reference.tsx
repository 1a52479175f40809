import { Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./Button.tsx";
import "./surface.css";
import { useWords } from "./words.tsx";

/**
 * A reference number as it is read out: what follows the last hyphen in groups of four, counted from its end. A screen reader
 * and the clipboard get it without spaces.
 */
export function Reference({ value }: { value: string }) {
  return (
    <span className="refcode">
      <span aria-hidden="true">{grouped(value)}</span>
      <span className="sr">{value}</span>
    </span>
  );
}

/** 'OT261121-0000000012' -> 'OT261121-00 0000 0012'. */
const grouped = (value: string) =>
  value.replace(/[^-]+$/, (last) => last.replaceAll(/\B(?=(?:.{4})+$)/g, " "));

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
