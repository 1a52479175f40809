import { call } from "#console/api/call.ts";
import { paths } from "#console/paths.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { uploadImport } from "#contract/staff/imports.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { Panel } from "#ui/Panel.tsx";
import { type SubmitEvent, useState } from "react";
import { generatePath, useNavigate } from "react-router";

/** Sends a file; its dry run begins at once and shows on the next screen. */
export function UploadForm() {
  const texts = useTexts("imports");
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const file = new FormData(event.currentTarget).get("file");
    const isFile = file instanceof File && file.name !== "";
    setProblem(isFile ? undefined : texts.chooseFirst);
    if (!isFile) return;
    setIsPending(true);
    const answer = await call(uploadImport, { query: { fileName: file.name } }, { file });
    setIsPending(false);
    if (answer.status) {
      void navigate(generatePath(paths.import, { importGuid: answer.result.importGuid }));
    } else setProblem(failureText(answer));
  };
  return (
    <Panel padded>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Field label={texts.choose} {...(problem === undefined ? {} : { error: problem })}>
          {(control) => (
            <input {...control} type="file" name="file" accept=".csv,text/csv" className="i-file" />
          )}
        </Field>
        <Button type="submit" look="primary" pending={isPending} pendingLabel={texts.uploading}>
          {texts.upload}
        </Button>
      </form>
    </Panel>
  );
}
