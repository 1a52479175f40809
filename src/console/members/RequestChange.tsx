import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { MemberFile } from "#contract/staff/members.ts";
import { RequestFields } from "./RequestFields.tsx";
import { type MemberRequest, payloadOf, REQUIRED } from "./memberRequests.ts";
import { memberKey } from "./memberReads.ts";

/** The dialog of one kind of request about a member. */
export function RequestChange(props: {
  kind: MemberRequest;
  file: MemberFile;
  onClose: () => void;
}) {
  const { kind, onClose } = props;
  const { memberGuid } = props.file;
  const title = useTexts("requests").kinds[kind];
  return (
    <RequestDialog
      title={title}
      kind={kind}
      required={REQUIRED[kind] ?? []}
      payload={(field) => payloadOf(kind, memberGuid, field)}
      changes={memberKey(memberGuid)}
      onClose={onClose}
    >
      {(errors) => <RequestFields kind={kind} memberGuid={memberGuid} errors={errors} />}
    </RequestDialog>
  );
}
