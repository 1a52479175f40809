import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { SentForm } from "#console/layout/SentForm.tsx";
import { useSending } from "#console/layout/useSending.ts";
import { paths } from "#console/paths.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { KINDS_WITH_DOCUMENTS } from "#contract/staff/requestPayloads.ts";
import { makeRequest } from "#contract/staff/requests.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Notice } from "#ui/Notice.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { AskFields } from "./AskFields.tsx";
import { type MemberAsk, payloadOf, REQUIRED } from "./memberAsks.ts";
import { memberKey } from "./memberReads.ts";
import { PapersField } from "./PapersField.tsx";
import { usePapers } from "./usePapers.ts";

type Asking = { kind: MemberAsk; file: MemberFile; onClose: () => void };

/** The dialog of one kind: its fields, papers where they count, the reason; then the way to the request. */
export function AskChange({ kind, file, onClose }: Asking) {
  const title = useTexts("requests").kinds[kind];
  const [requestId, setRequestId] = useState<string>();
  return (
    <Dialog title={title} onClose={onClose}>
      {requestId === undefined ? (
        <AskForm kind={kind} file={file} title={title} onAsked={setRequestId} onClose={onClose} />
      ) : (
        <Made requestId={requestId} onClose={onClose} />
      )}
    </Dialog>
  );
}

function AskForm(props: Asking & { title: string; onAsked: (requestId: string) => void }) {
  const { kind, file, title, onAsked, onClose } = props;
  const texts = useTexts("asks");
  const common = useTexts("common");
  const sending = useSending([...(REQUIRED[kind] ?? []), "reason"]);
  const { errors, isPending, submit } = sending;
  const sendPapers = usePapers(sending.form);
  const keyOf = useOwnKey();
  const send = () =>
    submit(async (field) => {
      const papers = await sendPapers();
      if ("failure" in papers) return papers.failure;
      const payload = payloadOf(kind, file.memberGuid, field);
      const body = { kind, payload, reason: field("reason"), documents: papers.ids };
      const answer = await call(makeRequest, { body }, { idempotencyKey: keyOf(body) });
      if (!answer.status) return answer;
      void queryClient.invalidateQueries({ queryKey: memberKey(file.memberGuid) });
      onAsked(answer.result.requestId);
      return undefined;
    });
  return (
    <SentForm
      sending={sending}
      label={title}
      onSend={send}
      note={<Notice kind="info">{texts.secondPerson}</Notice>}
    >
      <AskFields kind={kind} memberGuid={file.memberGuid} errors={errors} />
      {KINDS_WITH_DOCUMENTS.includes(kind) && (
        <PapersField kind={kind} error={errors["documents"]} />
      )}
      <TextField
        label={texts.reason}
        hint={texts.reasonHint}
        name="reason"
        autoComplete="off"
        maxLength={1000}
        error={errors["reason"]}
      />
      <div className="btnrow">
        <Button type="submit" look="primary" pending={isPending} pendingLabel={texts.asking}>
          {texts.ask}
        </Button>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </SentForm>
  );
}

/** A press repeated after a lost answer asks once; what was changed meanwhile is asked for anew. */
function useOwnKey(): (body: unknown) => string {
  const last = useRef({ sent: "", key: "" });
  return (body) => {
    const sent = JSON.stringify(body);
    if (last.current.sent !== sent) last.current = { sent, key: crypto.randomUUID() };
    return last.current.key;
  };
}

function Made({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const texts = useTexts("asks");
  const common = useTexts("common");
  const link = useRef<HTMLAnchorElement>(null);
  // The button that was pressed is gone.
  useEffect(() => link.current?.focus(), []);
  return (
    <>
      <output className="m-found">{texts.asked}</output>
      <div className="btnrow">
        <Link
          ref={link}
          className={buttonClass({ look: "primary" })}
          to={`${paths.requests}?show=mine&open=${requestId}`}
        >
          {texts.toRequest}
        </Link>
        <Button onClick={onClose}>{common.words.close}</Button>
      </div>
    </>
  );
}
