/** The program of the thread that draws documents. */
export const PDF_PROGRAM = new URL("./pdfWorker.ts", import.meta.url);
