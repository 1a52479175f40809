import { AskDialog } from "#console/parts/AskDialog.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { AskFields } from "./AskFields.tsx";
import { type MemberAsk, payloadOf, REQUIRED } from "./memberAsks.ts";
import { memberKey } from "./memberReads.ts";

/** The dialog of one kind of request about a member. */
export function AskChange(props: { kind: MemberAsk; file: MemberFile; onClose: () => void }) {
  const { kind, onClose } = props;
  const { memberGuid } = props.file;
  const title = useTexts("requests").kinds[kind];
  return (
    <AskDialog
      title={title}
      kind={kind}
      required={REQUIRED[kind] ?? []}
      payload={(field) => payloadOf(kind, memberGuid, field)}
      changes={memberKey(memberGuid)}
      onClose={onClose}
    >
      {(errors) => <AskFields kind={kind} memberGuid={memberGuid} errors={errors} />}
    </AskDialog>
  );
}
