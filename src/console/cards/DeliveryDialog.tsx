import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { useTexts } from "#console/texts/texts.ts";
import { CARD_KINDS, type CardKind } from "#contract/staff/cards.ts";
import {
  fetchDeliveryList,
  type Findings,
  sendDeliveryList,
  type StockOfBranch,
} from "#contract/staff/cardStock.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Field } from "#ui/Field.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";
import { FindingsTable, serialOf, useResultText } from "./Scan.tsx";

type Props = { branch: StockOfBranch; onClose: () => void };
type Source = "issuer" | "file";

/** Announces what is on its way to the branch: the issuer's own list, or a file. */
export function DeliveryDialog({ branch, onClose }: Props) {
  const texts = useTexts("cards");
  const common = useTexts("common");
  const resultText = useResultText();
  const [result, setResult] = useState<Findings>();
  const title = `${texts.delivery}: ${branch.branchName}`;
  return (
    <Dialog title={title} onClose={onClose}>
      {result === undefined ? (
        <DeliveryForm title={title} branch={branch} onClose={onClose} onResult={setResult} />
      ) : (
        <div className="k-result">
          <output>{resultText(result.lines)}</output>
          <FindingsTable lines={result.lines} />
          <div className="btnrow">
            <Button look="primary" onClick={onClose}>
              {common.words.close}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function DeliveryForm(props: Props & { title: string; onResult: (result: Findings) => void }) {
  const { title, branch, onClose, onResult } = props;
  const texts = useTexts("cards");
  const common = useTexts("common");
  const [source, setSource] = useState<Source>("issuer");
  const params = { branchId: branch.branchId };
  const form = useNamedForm({
    required: ["batch"],
    check: (field) =>
      source === "file" && field("file") === "" ? { file: texts.chooseFirst } : {},
    send: async (field, given) => {
      const batch = serialOf(field("batch"));
      const file = given.get("file");
      const answer =
        file instanceof File
          ? await call(
              sendDeliveryList,
              // The server says what is no kind of card.
              { params, query: { batch, kind: field("kind") as CardKind } },
              { file },
            )
          : await call(fetchDeliveryList, { params, body: { batch } });
      void queryClient.invalidateQueries();
      if (!answer.status) return answer;
      onResult(answer.result);
      return undefined;
    },
  });
  const { errors, isPending } = form;
  return (
    <SentForm form={form} label={title} note={<p>{texts.deliveryBody}</p>}>
      <SelectField
        label={texts.source}
        error={undefined}
        value={source}
        onChange={(event) => setSource(event.target.value === "file" ? "file" : "issuer")}
      >
        <option value="issuer">{texts.fromIssuer}</option>
        <option value="file">{texts.fromFile}</option>
      </SelectField>
      <TextField
        label={texts.batch}
        name="batch"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        error={errors["batch"]}
      />
      {source === "file" && <FileFields problem={errors["file"]} />}
      <div className="btnrow">
        <Button type="submit" look="primary" pending={isPending} pendingLabel={texts.announcing}>
          {texts.announce}
        </Button>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </SentForm>
  );
}

function FileFields({ problem }: { problem: string | undefined }) {
  const texts = useTexts("cards");
  return (
    <>
      <SelectField label={texts.kind} name="kind" error={undefined}>
        {CARD_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {texts.kindNames[kind]}
          </option>
        ))}
      </SelectField>
      <Field label={texts.file} hint={texts.fileHint} error={problem}>
        {(control) => (
          <input {...control} type="file" name="file" accept=".csv,text/csv" className="k-upload" />
        )}
      </Field>
    </>
  );
}
