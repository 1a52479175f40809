import { useTexts } from "#console/texts/texts.ts";
import { PICTURE_TYPES } from "#contract/staff/requestDocuments.ts";
import { KINDS_NEEDING_DOCUMENTS, type RequestKind } from "#contract/staff/requestPayloads.ts";
import { Field } from "#ui/Field.tsx";

/** What was signed or shown, as pictures or scans. */
export function DocumentsField({ kind, error }: { kind: RequestKind; error: string | undefined }) {
  const texts = useTexts("asks");
  const isNeeded = KINDS_NEEDING_DOCUMENTS.includes(kind);
  return (
    <Field label={texts.documents} hint={texts.documentsHint} error={error} optional={!isNeeded}>
      {(control) => (
        <input
          {...control}
          type="file"
          name="documents"
          multiple
          accept={[...PICTURE_TYPES, "application/pdf"].join(",")}
          className="document-files"
        />
      )}
    </Field>
  );
}
