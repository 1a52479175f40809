import { call } from "#console/api/call.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { useTexts } from "#console/texts/texts.ts";
import { type CashReceipt, getCashReceipt } from "#contract/staff/cash.ts";
import { Button } from "#ui/Button.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";
import "./cash.css";

/** A receipt by its number, also of a drawer that is closed: to be shown, and printed where the printer failed. */
export function FindReceipt({ onReceipt }: { onReceipt: (receipt: CashReceipt) => void }) {
  const texts = useTexts("cash");
  const [isUnknown, setIsUnknown] = useState(false);
  const form = useNamedForm({
    required: ["receiptNo"],
    send: async (field) => {
      const receiptNo = field("receiptNo").replaceAll(/\s/g, "").toUpperCase();
      const answer = await call(getCashReceipt, { params: { receiptNo } });
      if (answer.status) onReceipt(answer.result);
      else if (answer.httpStatus === 404) setIsUnknown(true);
      else return answer;
      return undefined;
    },
  });
  return (
    <>
      <SectionHead title={texts.findReceipt} />
      <Panel padded>
        <SentForm form={form} label={texts.findReceipt} className="cash-form">
          <TextField
            label={texts.receiptNo}
            name="receiptNo"
            placeholder="CR-0001-0000012"
            error={isUnknown ? texts.receiptUnknown : form.errors["receiptNo"]}
            autoComplete="off"
            maxLength={30}
            onChange={() => setIsUnknown(false)}
          />
          <div className="form-actions">
            <Button type="submit" pending={form.isPending}>
              {texts.show}
            </Button>
          </div>
        </SentForm>
      </Panel>
    </>
  );
}
