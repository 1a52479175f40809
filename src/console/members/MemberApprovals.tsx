import { circumstanceName } from "#console/parts/cellName.ts";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import type { MemberAccess } from "#contract/staff/members.ts";
import { SectionHead } from "#ui/Panel.tsx";

/** What each act takes of this member now: the rows of the policy for who has, or has not, a passkey. */
export function MemberApprovals({ approvals }: Pick<MemberAccess, "approvals">) {
  const { access: texts } = useTexts("members");
  const { policy } = useTexts("operations");
  return (
    <>
      <SectionHead title={texts.approvals} />
      <PlainTable
        caption={texts.approvals}
        rows={approvals}
        keyOf={({ act, payee, amount }) => `${act} ${payee} ${amount}`}
        columns={[
          { key: "act", head: policy.act, cell: ({ act }) => policy.acts[act] },
          {
            key: "circumstance",
            head: policy.circumstance,
            cell: (row) => circumstanceName(row, policy),
          },
          { key: "takes", head: policy.takes, cell: ({ needs }) => policy.needs[needs] },
        ]}
      />
    </>
  );
}
