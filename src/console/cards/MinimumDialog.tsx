import { call } from "#console/api/call.ts";
import { wholeNumber } from "#console/parts/numbers.ts";
import { useTexts } from "#console/texts/texts.ts";
import { setKitMinimum, type StockOfBranch } from "#contract/staff/cardStock.ts";
import { TextField } from "#ui/TextField.tsx";
import { ActionDialog } from "./ActionDialog.tsx";

/** Below how many free kits the branch warns. */
export function MinimumDialog(props: { branch: StockOfBranch; onClose: () => void }) {
  const { branch, onClose } = props;
  const texts = useTexts("cards");
  const common = useTexts("common");
  const { branchId, branchName, minimum } = branch;
  return (
    <ActionDialog
      title={`${texts.setMinimum}: ${branchName}`}
      body={texts.minimumBody}
      action={common.save}
      pending={common.saving}
      done={texts.minimumSet}
      required={["minimum"]}
      send={(field) =>
        call(setKitMinimum, {
          params: { branchId },
          body: { minimum: wholeNumber(field("minimum")) },
        })
      }
      onClose={onClose}
    >
      {(errors) => (
        <TextField
          label={texts.minimum}
          name="minimum"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          defaultValue={String(minimum)}
          error={errors["minimum"]}
        />
      )}
    </ActionDialog>
  );
}
