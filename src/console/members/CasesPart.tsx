import { call } from "#console/api/call.ts";
import { queryClient } from "#console/api/queries.ts";
import { SentForm, useNamedForm } from "#console/parts/forms.ts";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { writeMemberNote } from "#contract/staff/memberActions.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { Button } from "#ui/Button.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { Field } from "#ui/Field.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { showToast } from "#ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { casesRead, memberKey } from "./memberReads.ts";
import { Moment } from "./Moment.tsx";
import { PartState } from "./PartState.tsx";

/** What was asked for about the member, and what colleagues should know. */
export function CasesPart({ file }: { file: MemberFile }) {
  const { cases: texts } = useTexts("members");
  const read = useQuery(casesRead(file.memberGuid));
  return (
    <PartState read={read}>
      {({ requests, notes }) => (
        <>
          <SectionHead title={texts.requests} count={requests.length} />
          {requests.length === 0 ? (
            <EmptyState title={texts.noRequests} />
          ) : (
            <PlainTable
              caption={texts.requests}
              rows={requests}
              keyOf={({ requestId }) => requestId}
              columns={[
                { key: "kind", head: texts.kind, cell: ({ kind }) => kind.replaceAll("_", " ") },
                { key: "state", head: texts.state, cell: ({ state }) => state },
                { key: "maker", head: texts.madeBy, cell: ({ maker }) => maker },
                { key: "madeAt", head: texts.madeAt, cell: ({ madeAt }) => <Moment at={madeAt} /> },
                { key: "checker", head: texts.decidedBy, cell: ({ checker }) => checker || "–" },
              ]}
            />
          )}
          <SectionHead title={texts.notes} count={notes.length} />
          {file.may.writeNotes && <NoteForm memberGuid={file.memberGuid} />}
          {notes.length === 0 ? (
            <EmptyState title={texts.noNotes} />
          ) : (
            <ul className="m-notes" aria-label={texts.notes}>
              {notes.map(({ id, body, writtenBy, at }) => (
                <li key={id}>
                  <Panel padded>
                    <p>{body}</p>
                    <p className="meta">
                      {writtenBy} · <Moment at={at} />
                    </p>
                  </Panel>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </PartState>
  );
}

function NoteForm({ memberGuid }: { memberGuid: string }) {
  const { cases: texts } = useTexts("members");
  const form = useNamedForm({
    send: async (field) => {
      const parts = { params: { memberGuid }, body: { body: field("body") } };
      const answer = await call(writeMemberNote, parts);
      if (!answer.status) return answer;
      void queryClient.invalidateQueries({ queryKey: memberKey(memberGuid) });
      form.element.current?.reset();
      showToast({ kind: "ok", text: texts.written });
      return undefined;
    },
  });
  return (
    <SentForm form={form}>
      <Field label={texts.note} hint={texts.noteHint} error={form.errors["body"]}>
        {(control) => <TextArea {...control} name="body" rows={3} maxLength={1000} />}
      </Field>
      <Button type="submit" pending={form.isPending} pendingLabel={texts.writing}>
        {texts.write}
      </Button>
    </SentForm>
  );
}
