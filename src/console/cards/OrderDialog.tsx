import { sendOnce } from "#client/sendOnce.ts";
import { contractErrors } from "#client/form/contractErrors.ts";
import type { ReadField } from "#client/form/useNamedForm.ts";
import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { wholeNumber } from "#console/parts/numbers.ts";
import { useTexts } from "#console/texts/texts.ts";
import { orderCardKits, type StockOfBranch } from "#contract/staff/cardStock.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useState } from "react";

/** Orders kits for the branch; the reference stays on the screen until it was read. */
export function OrderDialog(props: { branch: StockOfBranch; onClose: () => void }) {
  const { branch, onClose } = props;
  const texts = useTexts("cards");
  const common = useTexts("common");
  const [made, setMade] = useState<{ batch: string; isConfirmed: boolean }>();
  const title = `${texts.order}: ${branch.branchName}`;
  const bodyOf = (field: ReadField) => ({ count: wholeNumber(field("count")) });
  const form = useNamedForm({
    required: ["count"],
    check: (field) => contractErrors(orderCardKits, bodyOf(field)),
    send: async (field) => {
      const parts = { params: { branchId: branch.branchId }, body: bodyOf(field) };
      const answer = await sendOnce("card kits", parts, (idempotencyKey) =>
        call(orderCardKits, parts, { idempotencyKey }),
      );
      if (!answer.status) return answer;
      void queryClient.invalidateQueries();
      setMade(answer.result);
      return undefined;
    },
  });
  const { errors, isPending } = form;
  return (
    <Dialog title={title} onClose={onClose}>
      {made === undefined ? (
        <SentForm form={form} label={title} note={<p>{texts.orderBody}</p>}>
          <TextField
            label={texts.count}
            name="count"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            error={errors["count"]}
          />
          <div className="btnrow">
            <Button type="submit" look="primary" pending={isPending} pendingLabel={texts.ordering}>
              {texts.order}
            </Button>
            <Button onClick={onClose}>{common.cancel}</Button>
          </div>
        </SentForm>
      ) : (
        <div className="k-result">
          <Notice kind={made.isConfirmed ? "ok" : "warn"}>
            <output>
              {made.isConfirmed ? texts.ordered(made.batch) : texts.orderUnconfirmed(made.batch)}
            </output>
          </Notice>
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
