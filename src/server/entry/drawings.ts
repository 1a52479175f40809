import { drawStatement } from "#server/domains/history/statement/drawStatement.ts";
import { drawCertificate } from "#server/domains/loans/certificates/drawCertificate.ts";
import { drawDisclosure } from "#server/domains/loans/disclosure/drawDisclosure.ts";
import type { Drawer, Drawing, DrawingKind } from "#server/platform/pdf/drawing.ts";
import { drawReceipt } from "#server/domains/transfers/receipt/drawReceipt.ts";

/** Every document we make. */
const drawers: Record<DrawingKind, Drawer> = {
  certificate: drawCertificate,
  disclosure: drawDisclosure,
  receipt: drawReceipt,
  statement: drawStatement,
};

/**
 * What the thread that draws is called for: pages, fonts and compression are work of the processor, which no other
 * call should wait for. The bytes of the PDF. Whoever asks for a kind names its drawer, so that the page fits (pdfQueue.ts).
 */
export function draw({ kind, page }: Drawing): Promise<Uint8Array> {
  return drawers[kind](page as never);
}
