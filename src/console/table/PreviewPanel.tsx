import { ReferenceIn } from "#ui/Reference.tsx";
import { useIsWide } from "#console/layout/useIsWide.ts";
import { useTexts } from "#console/texts/texts.ts";
import { IconButton } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import "./preview.css";

/**
 * Details of the row that is open, beside its list; in a narrow window above it. The focus stays on the
 * row, so that one can go on to the next.
 */
export function PreviewPanel(props: {
  title: string;
  /** The reference that the title has in it. */
  reference?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}) {
  const texts = useTexts("common");
  const isWide = useIsWide();
  const heading = <ReferenceIn text={props.title} value={props.reference ?? ""} />;
  if (!isWide) {
    return (
      <Dialog title={heading} onClose={props.onClose}>
        {props.children}
      </Dialog>
    );
  }
  return (
    <section className="t-preview" aria-label={props.title}>
      <div className="t-preview-head">
        <h2>{heading}</h2>
        <IconButton label={texts.words.close} onClick={props.onClose}>
          <X />
        </IconButton>
      </div>
      {props.children}
    </section>
  );
}
