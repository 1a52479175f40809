import { read } from "#console/api/queries.ts";
import { Loaded } from "#console/parts/Loaded.tsx";
import { canUsePasskeys } from "#console/parts/canUsePasskeys.ts";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { getStaffPasskeys } from "#contract/staff/passkeys.ts";
import { DateText } from "#ui/DateText.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { AddPasskey, RemovePasskey, RenamePasskey } from "./PasskeyDialogs.tsx";

/** One's own passkeys: to add, name and remove. */
export function OwnPasskeys() {
  const texts = useTexts("account").passkeys;
  const query = useQuery({
    queryKey: ["own-passkeys"],
    queryFn: async ({ signal }) => (await read(getStaffPasskeys, {}, signal)).result,
  });
  return (
    <>
      <SectionHead title={texts.title} />
      <p className="sub">{texts.lead}</p>
      <Loaded query={query}>
        {(passkeys) => (
          <PlainTable
            caption={texts.title}
            rows={passkeys}
            keyOf={({ id }) => id}
            empty={texts.none}
            columns={[
              { key: "name", head: texts.name, cell: ({ name }) => name },
              {
                key: "kept",
                head: texts.kept,
                cell: ({ isSynced }) => (
                  <StatusTag kind={isSynced ? "info" : "neutral"}>
                    {isSynced ? texts.synced : texts.onOneDevice}
                  </StatusTag>
                ),
              },
              {
                key: "lastUsed",
                head: texts.lastUsed,
                cell: ({ lastUsedAt }) =>
                  lastUsedAt === null ? texts.neverUsed : <At moment={lastUsedAt} />,
              },
              {
                key: "added",
                head: texts.added,
                cell: ({ createdAt }) => <At moment={createdAt} />,
              },
              {
                key: "actions",
                head: texts.actions,
                cell: (passkey) => (
                  <div className="btnrow start">
                    <RenamePasskey passkey={passkey} />
                    <RemovePasskey passkey={passkey} />
                  </div>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <div className="c-passkey-add">
        {canUsePasskeys() ? <AddPasskey /> : <p className="sub">{texts.notHere}</p>}
      </div>
    </>
  );
}

function At({ moment }: { moment: string }) {
  const language = useLanguage();
  return <DateText at={new Date(moment)} form="dayTime" language={language} />;
}
