import { call } from "#console/api/call.ts";
import { useTexts } from "#console/texts/texts.ts";
import { releaseCard, SHOWN_IDS } from "#contract/staff/cardDesk.ts";
import type { ApplicationDetails } from "#contract/staff/cards.ts";
import { Checkbox } from "#ui/Checkbox.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { TextField } from "#ui/TextField.tsx";
import { ActionDialog } from "./ActionDialog.tsx";
import { serialOf } from "./Scan.tsx";

/** Gives the card to its member: serial, identity and signature, each of them or nothing. */
export function ReleaseDialog(props: { application: ApplicationDetails; onClose: () => void }) {
  const { application, onClose } = props;
  const texts = useTexts("cards");
  const send = (field: (name: string) => string) => {
    const body = {
      serial: serialOf(field("serial")),
      // The server says what is missing, at its field.
      shownId: field("shownId") as (typeof SHOWN_IDS)[number],
      isIdentityChecked: (field("isIdentityChecked") === "on") as true,
      isSigned: (field("isSigned") === "on") as true,
      note: field("note").trim(),
    };
    return call(releaseCard, { params: { applicationId: application.id }, body });
  };
  return (
    <ActionDialog
      title={texts.release}
      body={texts.releaseBody}
      action={texts.release}
      pending={texts.releasing}
      done={texts.released}
      required={["serial", "shownId", "isIdentityChecked", "isSigned"]}
      send={send}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label={texts.serial}
            name="serial"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={32}
            error={errors["serial"]}
          />
          <SelectField label={texts.shownId} name="shownId" error={errors["shownId"]}>
            <option value="">{texts.choose}</option>
            {SHOWN_IDS.map((value) => (
              <option key={value} value={value}>
                {texts.shownIds[value]}
              </option>
            ))}
          </SelectField>
          <Checkbox
            id="release-identity"
            name="isIdentityChecked"
            error={errors["isIdentityChecked"]}
          >
            {texts.identityChecked}
          </Checkbox>
          <Checkbox id="release-signed" name="isSigned" error={errors["isSigned"]}>
            {texts.signed}
          </Checkbox>
          <TextField
            label={texts.note}
            name="note"
            optional
            maxLength={200}
            autoComplete="off"
            error={errors["note"]}
          />
        </>
      )}
    </ActionDialog>
  );
}
