import { plainPesos, toDecimal } from "#common/money.ts";
import { manilaMonth } from "#common/manila.ts";
import { serverNow } from "#client/clock.ts";
import { call } from "#console/api/call.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { PesosField } from "#console/parts/PesosField.tsx";
import { useTexts } from "#console/texts/texts.ts";
import {
  setStandingDeduction,
  type StandingDeduction,
} from "#contract/staff/standingDeductions.ts";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";

/** Sets what is deducted each month for an account, or what runs anew. */
export function SetDeduction(props: { of?: StandingDeduction; onClose: () => void }) {
  const { of, onClose } = props;
  const texts = useTexts("deductions");
  const [wanted, setWanted] = useState(() => ({
    accountNo: of?.accountNo ?? "",
    monthly: of === undefined ? "" : toDecimal(of.monthly),
    firstMonth: manilaMonth(new Date(serverNow())),
    authority: "",
  }));
  const set = (field: keyof typeof wanted) => (value: string) =>
    setWanted((before) => ({ ...before, [field]: value }));
  return (
    <EditDialog
      title={of === undefined ? texts.set : texts.change}
      done={texts.setDone}
      send={() =>
        call(setStandingDeduction, {
          body: {
            ...wanted,
            accountNo: wanted.accountNo.trim(),
            monthly: plainPesos(wanted.monthly),
          },
        })
      }
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label={texts.account}
            hint={texts.accountHint}
            error={errorOf("accountNo")}
            autoComplete="off"
            maxLength={30}
            readOnly={of !== undefined}
            value={wanted.accountNo}
            onChange={(event) => set("accountNo")(event.currentTarget.value)}
          />
          <PesosField
            label={texts.monthly}
            error={errorOf("monthly")}
            value={wanted.monthly}
            onChange={set("monthly")}
          />
          <TextField
            label={texts.firstMonthField}
            hint={texts.monthHint}
            error={errorOf("firstMonth")}
            autoComplete="off"
            maxLength={7}
            value={wanted.firstMonth}
            onChange={(event) => set("firstMonth")(event.currentTarget.value)}
          />
          <TextField
            label={texts.authority}
            hint={texts.authorityHint}
            error={errorOf("authority")}
            autoComplete="off"
            maxLength={60}
            value={wanted.authority}
            onChange={(event) => set("authority")(event.currentTarget.value)}
          />
        </>
      )}
    </EditDialog>
  );
}
