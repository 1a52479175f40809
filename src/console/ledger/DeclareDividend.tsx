import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { reckonDividend } from "#contract/staff/earnings.ts";
import { Button } from "#ui/Button.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";

/** Asks for the dry run of a year's dividend. */
export function DeclareDividend() {
  const texts = useTexts("earnings");
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  if (!may("dividend.reckon")) return null;
  return (
    <>
      <Button small look="primary" onClick={() => setIsOpen(true)}>
        {texts.declare}
      </Button>
      {isOpen && <DeclareDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function DeclareDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts("earnings");
  const [year, setYear] = useState("");
  const [rate, setRate] = useState("");
  return (
    <EditDialog
      title={texts.declare}
      done={texts.asked}
      send={() => call(reckonDividend, { body: { year: year.trim(), rate: rate.trim() } })}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{texts.declareLead}</p>
          <TextField
            label={texts.year}
            hint={texts.yearHint}
            error={errorOf("year")}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={year}
            onChange={({ target }) => setYear(target.value)}
          />
          <TextField
            label={texts.ratePercent}
            hint={texts.ratePercentHint}
            error={errorOf("rate")}
            inputMode="decimal"
            autoComplete="off"
            maxLength={7}
            value={rate}
            onChange={({ target }) => setRate(target.value)}
          />
        </>
      )}
    </EditDialog>
  );
}
