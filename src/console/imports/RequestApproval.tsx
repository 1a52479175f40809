import { sendOnce } from "#client/sendOnce.ts";
import { toDecimal } from "#common/money.ts";
import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { ImportSummary } from "#contract/staff/imports.ts";
import { makeRequest } from "#contract/staff/requests.ts";
import { Button } from "#ui/Button.tsx";
import { Panel } from "#ui/Panel.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";

/** Asks a second person to let this very file run: the request names its hash and counts. */
export function RequestApproval({ summary }: { summary: ImportSummary }) {
  const texts = useTexts("imports");
  const { importGuid, fileHash, rowCount, counts, openingTotal, largestOpenings } = summary;
  const form = useNamedForm({
    send: async (field) => {
      const payload = {
        importGuid,
        fileHash,
        rowCount,
        addCount: counts.add,
        updateCount: counts.update,
        openingTotal: toDecimal(openingTotal),
        largestOpenings: largestOpenings.map(({ membershipNo, amount }) => ({
          membershipNo,
          amount: toDecimal(amount),
        })),
      };
      const body = {
        kind: "member_import" as const,
        payload,
        reason: field("reason"),
        documents: [],
      };
      const answer = await sendOnce("member import", body, (idempotencyKey) =>
        call(makeRequest, { body }, { idempotencyKey }),
      );
      if (!answer.status) return answer;
      showToast({ kind: "ok", text: texts.asked });
      void queryClient.invalidateQueries({ queryKey: ["import", importGuid] });
      return undefined;
    },
  });
  return (
    <Panel padded>
      <SentForm form={form} className="stack">
        <TextField
          label={texts.reason}
          hint={texts.reasonHint}
          name="reason"
          maxLength={200}
          autoComplete="off"
          error={form.errors["reason"]}
        />
        <Button type="submit" look="primary" pending={form.isPending} pendingLabel={texts.asking}>
          {texts.ask}
        </Button>
      </SentForm>
    </Panel>
  );
}
