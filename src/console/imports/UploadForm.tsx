import { call } from "#console/api/call.ts";
import { paths } from "#console/paths.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { uploadImport } from "#contract/staff/imports.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { Panel } from "#ui/Panel.tsx";
import { generatePath, useNavigate } from "react-router";

/** Sends a file; its dry run begins at once and shows on the next screen. */
export function UploadForm() {
  const texts = useTexts("imports");
  const navigate = useNavigate();
  const form = useNamedForm({
    check: (field) => (field("file") === "" ? { file: texts.chooseFirst } : {}),
    send: async (_, given) => {
      const file = given.get("file");
      if (!(file instanceof File)) return undefined;
      const answer = await call(uploadImport, { query: { fileName: file.name } }, { file });
      if (!answer.status)
        return { ...answer, errors: [{ param: "file", msg: failureText(answer) }] };
      void navigate(generatePath(paths.import, { importGuid: answer.result.importGuid }));
      return undefined;
    },
  });
  const error = form.errors["file"];
  return (
    <Panel padded>
      <SentForm form={form}>
        <Field label={texts.choose} {...(error === undefined ? {} : { error })}>
          {(control) => (
            <input {...control} type="file" name="file" accept=".csv,text/csv" className="i-file" />
          )}
        </Field>
        <Button
          type="submit"
          look="primary"
          pending={form.isPending}
          pendingLabel={texts.uploading}
        >
          {texts.upload}
        </Button>
      </SentForm>
    </Panel>
  );
}
