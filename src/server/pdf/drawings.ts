import { drawStatement } from "#server/history/statement/drawStatement.ts";
import { drawDisclosure } from "#server/loans/disclosure/drawDisclosure.ts";
import { drawReceipt } from "#server/transfers/receipt/drawReceipt.ts";

/** Every paper we make. What a drawing is given can be sent to a thread: plain values, dates, bigints. */
const drawings = { disclosure: drawDisclosure, receipt: drawReceipt, statement: drawStatement };

type Drawings = typeof drawings;
export type Drawing = {
  [Kind in keyof Drawings]: { kind: Kind; page: Parameters<Drawings[Kind]>[0] };
}[keyof Drawings];

/** The bytes of the PDF. */
export function draw(drawing: Drawing): Promise<Uint8Array> {
  switch (drawing.kind) {
    case "disclosure":
      return drawings.disclosure(drawing.page);
    case "receipt":
      return drawings.receipt(drawing.page);
    case "statement":
      return drawings.statement(drawing.page);
  }
}
