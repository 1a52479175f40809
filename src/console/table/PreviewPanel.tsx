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
export function PreviewPanel(props: { title: string; onClose: () => void; children: ReactNode }) {
  const texts = useTexts("common");
  const isWide = useIsWide();
  if (!isWide) {
    return (
      <Dialog title={props.title} onClose={props.onClose}>
        {props.children}
      </Dialog>
    );
  }
  return (
    <section className="t-preview" aria-label={props.title}>
      <div className="t-preview-head">
        <h2>{props.title}</h2>
        <IconButton label={texts.words.close} onClick={props.onClose}>
          <X />
        </IconButton>
      </div>
      {props.children}
    </section>
  );
}
