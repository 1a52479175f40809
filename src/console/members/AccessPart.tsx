import { call } from "#console/api/call.ts";
import { ActButton } from "#console/parts/ActButton.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { guessedName } from "#contract/deviceName.ts";
import { forgetMemberDevice } from "#contract/staff/memberActions.ts";
import type { MemberAccess, MemberFile } from "#contract/staff/members.ts";
import { EmptyState } from "#ui/EmptyState.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { EndAllSessions, EndSession } from "./EndSessions.tsx";
import { accessRead } from "./memberReads.ts";
import { MemberApprovals } from "./MemberApprovals.tsx";
import { MemberPasskeys } from "./MemberPasskeys.tsx";
import { Moment } from "./Moment.tsx";
import { PartState } from "./PartState.tsx";

/** Where the member is signed in, from which devices, with which passkeys, and what approves their acts. */
export function AccessPart({ file }: { file: MemberFile }) {
  const { access: texts } = useTexts("members");
  const read = useQuery(accessRead(file.memberGuid));
  return (
    <PartState read={read}>
      {({ sessions, devices, passkeys, approvals }) => (
        <>
          <SectionHead
            title={texts.sessions}
            count={sessions.length}
            action={
              file.may.endSessions &&
              sessions.some(({ endedAt }) => endedAt === null) && (
                <EndAllSessions memberGuid={file.memberGuid} />
              )
            }
          />
          {sessions.length === 0 ? (
            <EmptyState title={texts.noSessions} />
          ) : (
            <Sessions sessions={sessions} file={file} />
          )}
          <SectionHead title={texts.devices} count={devices.length} />
          {devices.length === 0 ? (
            <EmptyState title={texts.noDevices} />
          ) : (
            <PlainTable
              caption={texts.devices}
              rows={devices}
              keyOf={({ device, firstSeenAt }) => `${device} ${firstSeenAt}`}
              columns={[
                {
                  key: "device",
                  head: texts.device,
                  cell: (row) => <DeviceName row={row} />,
                },
                {
                  key: "first",
                  head: texts.firstSeen,
                  cell: (row) => <Moment at={row.firstSeenAt} />,
                },
                {
                  key: "last",
                  head: texts.lastSeen,
                  cell: (row) => <Moment at={row.lastSeenAt} />,
                },
                {
                  key: "forgotten",
                  head: texts.forgotten,
                  cell: (row) =>
                    row.forgottenAt !== null ? (
                      <Moment at={row.forgottenAt} />
                    ) : file.may.endSessions ? (
                      <ForgetDevice memberGuid={file.memberGuid} row={row} />
                    ) : (
                      "–"
                    ),
                },
              ]}
            />
          )}
          <MemberPasskeys passkeys={passkeys} file={file} />
          <MemberApprovals approvals={approvals} />
        </>
      )}
    </PartState>
  );
}

type DeviceRow = MemberAccess["devices"][number];

/** What the member calls it, what it said of itself, and the letters by which its sessions name it. */
function DeviceName({ row }: { row: DeviceRow }) {
  const language = useLanguage();
  const guessed = guessedName(row, language);
  return (
    <>
      {row.name === "" ? guessed : `${row.name} (${guessed})`} <small>{row.device}</small>
    </>
  );
}

/** Has one device ask for a code again, and ends what runs there. */
function ForgetDevice({ memberGuid, row }: { memberGuid: string; row: DeviceRow }) {
  const { access: texts } = useTexts("members");
  return (
    <ActButton
      small
      aria-label={texts.forgetOf(row.device)}
      act={() => call(forgetMemberDevice, { params: { memberGuid, deviceId: row.deviceId } })}
      done={texts.forgottenToast}
      pendingLabel={texts.forgetting}
    >
      {texts.forget}
    </ActButton>
  );
}

function Sessions({ sessions, file }: Pick<MemberAccess, "sessions"> & { file: MemberFile }) {
  const { access: texts } = useTexts("members");
  return (
    <PlainTable
      caption={texts.sessions}
      rows={sessions}
      keyOf={({ sessionId }) => sessionId}
      columns={[
        { key: "device", head: texts.device, cell: ({ device }) => device },
        { key: "started", head: texts.started, cell: (row) => <Moment at={row.startedAt} /> },
        { key: "active", head: texts.active, cell: (row) => <Moment at={row.lastActiveAt} /> },
        {
          key: "ended",
          head: texts.ended,
          cell: ({ endedAt, endedReason, sessionId }) =>
            endedAt === null ? (
              <>
                <StatusTag kind="ok">{texts.stands}</StatusTag>{" "}
                {file.may.endSessions && (
                  <EndSession memberGuid={file.memberGuid} sessionId={sessionId} />
                )}
              </>
            ) : (
              <>
                <Moment at={endedAt} /> {texts.reasons[endedReason] ?? endedReason}
              </>
            ),
        },
      ]}
    />
  );
}
