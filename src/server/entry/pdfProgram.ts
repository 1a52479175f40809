/** The program of the thread that draws documents; it is never imported here, where other calls are answered. */
export const PDF_PROGRAM = new URL("./drawings.ts", import.meta.url);
