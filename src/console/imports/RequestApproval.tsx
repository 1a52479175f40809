import { toDecimal } from "#common/money.ts";
import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { ImportSummary } from "#contract/staff/imports.ts";
import { makeRequest } from "#contract/staff/requests.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { type SubmitEvent, useState } from "react";
import type { Failure } from "#contract/endpoint.ts";

/** Asks a second person to let this very file run: the request names its hash and counts. */
export function RequestApproval({ summary }: { summary: ImportSummary }) {
  const texts = useTexts("imports");
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setIsPending] = useState(false);
  // One for this form, so that however often it is sent it is one request.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { importGuid, fileHash, rowCount, counts, openingTotal, largestOpenings } = summary;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = new FormData(event.currentTarget).get("reason");
    setIsPending(true);
    const answer = await call(
      makeRequest,
      {
        body: {
          kind: "member_import",
          payload: {
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
          },
          reason: typeof reason === "string" ? reason : "",
          documents: [],
        },
      },
      { idempotencyKey },
    );
    setIsPending(false);
    setFailure(answer.status ? undefined : answer);
    if (!answer.status) return;
    showToast({ kind: "ok", text: texts.asked });
    void queryClient.invalidateQueries({ queryKey: ["import", importGuid] });
  };
  const fieldError = failure?.errors.find(({ param }) => param === "reason")?.msg;
  return (
    <Panel padded>
      <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
        {failure && fieldError === undefined && (
          <Notice kind="bad" role="alert">
            {failureText(failure)}
          </Notice>
        )}
        <TextField
          label={texts.reason}
          hint={texts.reasonHint}
          name="reason"
          maxLength={200}
          autoComplete="off"
          error={fieldError}
        />
        <Button type="submit" look="primary" pending={isPending} pendingLabel={texts.asking}>
          {texts.ask}
        </Button>
      </form>
    </Panel>
  );
}
