import { PlainTable } from "#console/table/PlainTable.tsx";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { removeMemberPasskey } from "#contract/staff/memberActions.ts";
import type { MemberAccess, MemberFile } from "#contract/staff/members.ts";
import { Button } from "#ui/Button.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { showToast } from "#ui/toasts.ts";
import { Moment } from "./Moment.tsx";
import { useMemberAction } from "./useMemberAction.ts";

/** What signs the member in without a text; one that went with a phone is removed here. */
export function MemberPasskeys({
  passkeys,
  file,
}: Pick<MemberAccess, "passkeys"> & { file: MemberFile }) {
  const { access: texts } = useTexts("members");
  return (
    <>
      <SectionHead title={texts.passkeys} count={passkeys.length} />
      {passkeys.length === 0 ? (
        <EmptyState title={texts.noPasskeys} />
      ) : (
        <PlainTable
          caption={texts.passkeys}
          rows={passkeys}
          keyOf={({ id }) => id}
          columns={[
            {
              key: "name",
              head: texts.passkeyName,
              cell: ({ name, isSynced }) => (
                <>
                  {name} <small>{isSynced ? texts.synced : texts.onOneDevice}</small>
                </>
              ),
            },
            { key: "added", head: texts.added, cell: (row) => <Moment at={row.createdAt} /> },
            {
              key: "used",
              head: texts.lastUsed,
              cell: ({ lastUsedAt }) =>
                lastUsedAt === null ? texts.neverUsed : <Moment at={lastUsedAt} />,
            },
            {
              key: "remove",
              head: texts.actions,
              cell: (row) =>
                file.may.endSessions ? (
                  <RemovePasskey memberGuid={file.memberGuid} row={row} />
                ) : (
                  "–"
                ),
            },
          ]}
        />
      )}
    </>
  );
}

function RemovePasskey(props: { memberGuid: string; row: MemberAccess["passkeys"][number] }) {
  const { memberGuid, row } = props;
  const { access: texts } = useTexts("members");
  const { run, isPending, failure } = useMemberAction(removeMemberPasskey, memberGuid);
  const remove = async () => {
    const answer = await run({ params: { memberGuid, passkeyId: row.id } });
    if (answer) showToast({ kind: "ok", text: texts.passkeyRemoved });
  };
  return (
    <>
      <Button
        small
        aria-label={texts.removePasskeyOf(row.name)}
        pending={isPending}
        pendingLabel={texts.removing}
        onClick={() => void remove()}
      >
        {texts.removePasskey}
      </Button>
      {failure && <span role="alert">{failureText(failure)}</span>}
    </>
  );
}
