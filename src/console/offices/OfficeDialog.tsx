import { EditDialog } from "#console/parts/EditDialog.tsx";
import { call } from "#console/api/call.ts";
import { useTexts } from "#console/texts/texts.ts";
import { editOffice, type OfficeRow } from "#contract/staff/operations.ts";
import { Checkbox } from "#ui/Checkbox.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";

const FIELDS = ["branchName", "line1", "barangay", "municipalityCity", "stateProvince"] as const;

/** Changes an office at once: one person may, and it is recorded who did. */
export function OfficeDialog({ office, onClose }: { office: OfficeRow; onClose: () => void }) {
  const texts = useTexts("operations");
  const { id, ...before } = office;
  const [body, setBody] = useState(before);
  return (
    <EditDialog
      title={texts.changeOf(office.branchName)}
      send={() => call(editOffice, { params: { officeId: id }, body })}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {FIELDS.map((name) => (
            <TextField
              key={name}
              label={texts.officeFields[name]}
              error={errorOf(name)}
              required
              value={body[name]}
              onChange={(event) => setBody({ ...body, [name]: event.currentTarget.value })}
            />
          ))}
          <Checkbox
            id="office-is-active"
            checked={body.isActive}
            onChange={(event) => setBody({ ...body, isActive: event.currentTarget.checked })}
          >
            {texts.openToMembers}
          </Checkbox>
        </>
      )}
    </EditDialog>
  );
}
