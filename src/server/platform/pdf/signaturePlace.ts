import type { Sheet } from "./sheet.ts";

/** Bytes kept for the signature: with a certificate of an authority it takes 2,000 to 3,000. */
const ROOM = 6_000;
/** What the signing program fills in, once it knows where the signature stands. */
const LATER = "**********";

/** What pdfkit keeps; not in its types. */
type Ref = { end: () => void };
type Kept = {
  ref: (data: object) => Ref;
  page: { annotations: Ref[]; dictionary: Ref };
  _acroform?: object;
  _root: { data: Record<string, unknown> };
};

/**
 * Keeps a place for a signature over the whole document, on the page that is open and without a mark on it; the paper
 * says in words that it is signed.
 */
export function keepSignaturePlace(sheet: Sheet, { name, at }: { name: string; at: Date }): void {
  // Private to pdfkit, whose version is fixed.
  const kept = sheet as unknown as Kept;
  // pdfkit writes a string as a name and a String object as a text.
  // oxlint-disable-next-line no-new-wrappers -- as said
  const text = (value: string) => new String(value);
  const signature = kept.ref({
    Type: "Sig",
    Filter: "Adobe.PPKLite",
    SubFilter: "ETSI.CAdES.detached",
    ByteRange: [0, LATER, LATER, LATER],
    Contents: Buffer.alloc(ROOM),
    Name: text(name),
    M: at,
  });
  const field = kept.ref({
    Type: "Annot",
    Subtype: "Widget",
    FT: "Sig",
    T: text("Signature"),
    Rect: [0, 0, 0, 0],
    // Printed if it could be seen, and locked.
    F: 132,
    P: kept.page.dictionary,
    V: signature,
  });
  kept.page.annotations.push(field);
  const form = kept.ref({ Fields: [field], SigFlags: 3, DR: { Font: {} } });
  kept._root.data["AcroForm"] = form;
  // The form is ended with the sheet, which asks for the fonts of its fields; ours shows none.
  kept._acroform = { fonts: {}, defaultFont: "plain" };
  for (const part of [signature, field]) part.end();
}
