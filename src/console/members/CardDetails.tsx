import { contractErrors } from "#client/form/contractErrors.ts";
import type { ReadField } from "#client/form/useNamedForm.ts";
import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { Loaded } from "#console/parts/Loaded.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { Failure } from "#contract/endpoint.ts";
import { saveCardIdentification, sendCardPicture } from "#contract/staff/cardDesk.ts";
import { PICTURES } from "#contract/staff/cards.ts";
import { PICTURE_TYPES } from "#contract/staff/requestDocuments.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Field } from "#ui/Field.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { identificationRead, type KnownIdentification, memberKey } from "./memberReads.ts";

/** Completes what the issuer asks of a member, from documents that lie on the counter. */
export function CardDetails({ memberGuid }: { memberGuid: string }) {
  const texts = useTexts("cards");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.complete}</Button>
      {isOpen && <DetailsDialog memberGuid={memberGuid} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type Props = { memberGuid: string; onClose: () => void };

function DetailsDialog({ memberGuid, onClose }: Props) {
  const texts = useTexts("cards");
  const query = useQuery(identificationRead(memberGuid));
  return (
    <Dialog title={texts.complete} onClose={onClose}>
      <Loaded query={query}>
        {(known) => <DetailsForm known={known} memberGuid={memberGuid} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

const REQUIRED = [
  "mothersMaidenName",
  "sourceOfFunds",
  "employment",
  "idType",
  "idNumber",
] as const;
const LONGEST = {
  mothersMaidenName: 100,
  sourceOfFunds: 100,
  employment: 60,
  natureOfWork: 100,
  employer: 150,
  employerLine1: 150,
  employerBarangay: 100,
  employerCity: 100,
  employerProvince: 100,
  employerZip: 10,
  idNumber: 40,
} as const;
// The keys of this very object.
const TEXTS = Object.keys(LONGEST) as (keyof typeof LONGEST)[];
const isOptional = (name: string) => name === "natureOfWork" || name.startsWith("employer");

/** One text for each field of the contract. */
function bodyOf(field: ReadField) {
  const given = Object.fromEntries(TEXTS.map((name) => [name, field(name).trim()]));
  // TEXTS and the kind of document are the fields of this type.
  return { ...given, idType: field("idType") } as KnownIdentification["details"];
}

function DetailsForm({ known, memberGuid, onClose }: Props & { known: KnownIdentification }) {
  const texts = useTexts("cards");
  const common = useTexts("common");
  const form = useNamedForm({
    required: REQUIRED,
    check: (field) => contractErrors(saveCardIdentification, bodyOf(field)),
    send: async (field, given) => {
      const failure = await sendPictures(memberGuid, given);
      if (failure !== undefined) return failure;
      const parts = { params: { memberGuid }, body: bodyOf(field) };
      const answer = await call(saveCardIdentification, parts);
      if (!answer.status) return answer;
      void queryClient.invalidateQueries({ queryKey: memberKey(memberGuid) });
      showToast({ kind: "ok", text: texts.completed });
      onClose();
      return undefined;
    },
  });
  const { errors, isPending } = form;
  return (
    <SentForm form={form} label={texts.complete} note={<p>{texts.completeBody}</p>}>
      <SelectField
        label={texts.fields.idType}
        name="idType"
        defaultValue={known.details.idType}
        error={errors["idType"]}
      >
        <option value="">{texts.choose}</option>
        {known.idTypes.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {TEXTS.toSorted((one, other) => Number(isOptional(one)) - Number(isOptional(other))).map(
        (name) => (
          <TextField
            key={name}
            label={texts.fields[name]}
            name={name}
            optional={isOptional(name)}
            autoComplete="off"
            maxLength={LONGEST[name]}
            defaultValue={known.details[name]}
            error={errors[name]}
          />
        ),
      )}
      <PictureFields known={known} errors={errors} />
      <div className="btnrow">
        <Button type="submit" look="primary" pending={isPending} pendingLabel={common.saving}>
          {common.save}
        </Button>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </SentForm>
  );
}

function PictureFields(props: {
  known: KnownIdentification;
  errors: Readonly<Record<string, string>>;
}) {
  const texts = useTexts("cards");
  const { known, errors } = props;
  return (
    <>
      {PICTURES.map((name) => (
        <Field
          key={name}
          label={texts.pictureNames[name]}
          hint={known.pictures.includes(name) ? texts.hasPicture : texts.pictureHint}
          error={errors[name]}
          optional
        >
          {(control) => (
            <input
              {...control}
              type="file"
              name={name}
              accept={PICTURE_TYPES.join(",")}
              className="m-file"
            />
          )}
        </Field>
      ))}
    </>
  );
}

/** Sends the pictures that were chosen, one after the other; what is wrong with one is said at it. */
async function sendPictures(memberGuid: string, files: FormData): Promise<Failure | undefined> {
  for (const picture of PICTURES) {
    const file = files.get(picture);
    if (!(file instanceof File) || file.name === "") continue;
    const parts = { params: { memberGuid }, query: { picture } };
    const answer = await call(sendCardPicture, parts, { file });
    if (!answer.status) {
      return { ...answer, errors: [{ param: picture, msg: failureText(answer) }] };
    }
  }
  return undefined;
}
