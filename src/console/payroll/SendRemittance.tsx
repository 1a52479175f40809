import { plainPesos } from "#common/money.ts";
import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { queryClient } from "#console/api/queries.ts";
import { ownFailure } from "#client/failure.ts";
import { serverNow } from "#client/clock.ts";
import { manilaMonth } from "#common/manila.ts";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { PesosField } from "#console/parts/PesosField.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { sendRemittance } from "#contract/staff/payroll.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { useRef, useState } from "react";
import { EmployerFields } from "./EmployerField.tsx";
import { whyRefused } from "./whyRefused.ts";

/** Sends an employer's file for its dry run. */
export function SendRemittance() {
  const texts = useTexts("loans");
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  if (!may("remittance.send")) return null;
  return (
    <>
      <Button small look="primary" onClick={() => setIsOpen(true)}>
        {texts.sendFile}
      </Button>
      {isOpen && <SendDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SendDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts("loans");
  const file = useRef<HTMLInputElement>(null);
  const [received, setReceived] = useState("");
  const [of, setOf] = useState(() => ({
    employer: "",
    month: manilaMonth(new Date(serverNow())),
  }));
  const send = async () => {
    const chosen = file.current?.files?.[0];
    if (chosen === undefined) {
      const missing = ownFailure(texts.chooseFirst, undefined, "");
      return { ...missing, errors: [{ param: "file", msg: texts.chooseFirst }] };
    }
    const query = { ...of, fileName: chosen.name, received: plainPesos(received) };
    const answer = await call(sendRemittance, { query }, { file: chosen });
    if (!answer.status || answer.result.state !== "refused") return answer;
    // It is kept in the list; here its sender is told at once why nothing comes of it.
    void queryClient.invalidateQueries();
    const refused = ownFailure("remittance_refused", undefined, "");
    return { ...refused, httpStatus: 422, message: whyRefused(answer.result, texts) };
  };
  return (
    <EditDialog title={texts.sendFile} done={texts.fileSent} send={send} onClose={onClose}>
      {(errorOf) => (
        <>
          <p>{texts.sendLead}</p>
          <EmployerFields value={of} errorOf={errorOf} onChange={setOf} />
          <PesosField
            label={texts.received}
            hint={texts.receivedHint}
            error={errorOf("received")}
            value={received}
            onChange={setReceived}
          />
          <Field label={texts.chooseFile} error={errorOf("file")}>
            {(control) => (
              <input
                {...control}
                ref={file}
                type="file"
                accept=".csv,text/csv"
                className="p-upload"
              />
            )}
          </Field>
        </>
      )}
    </EditDialog>
  );
}
