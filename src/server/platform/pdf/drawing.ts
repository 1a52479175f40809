/** The kinds of documents we draw. */
export type DrawingKind = "certificate" | "disclosure" | "receipt" | "statement";

/** What is sent to the thread that draws: plain values, dates, bigints. */
export type Drawing = { kind: DrawingKind; page: unknown };

/** Draws a page of its kind: the bytes of the PDF. */
export type Drawer = (page: never) => Promise<Uint8Array>;
