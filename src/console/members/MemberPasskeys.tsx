import { call } from "#console/api/call.ts";
import { ActButton } from "#console/parts/ActButton.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { removeMemberPasskey } from "#contract/staff/memberActions.ts";
import type { MemberAccess, MemberFile } from "#contract/staff/members.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { Moment } from "./Moment.tsx";

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
  return (
    <ActButton
      small
      aria-label={texts.removePasskeyOf(row.name)}
      act={() => call(removeMemberPasskey, { params: { memberGuid, passkeyId: row.id } })}
      done={texts.passkeyRemoved}
      pendingLabel={texts.removing}
    >
      {texts.removePasskey}
    </ActButton>
  );
}
