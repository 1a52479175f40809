import { useMay } from "#console/api/me.ts";
import { read } from "#console/api/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { RequestDialog } from "#console/parts/RequestDialog.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { offeredWaits } from "#contract/approvalPolicy.ts";
import { getApprovalPolicy, type PolicyCell } from "#contract/staff/approvalPolicy.ts";
import { Button } from "#ui/Button.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cellName, circumstanceName } from "#console/parts/cellName.ts";

/** An act in one circumstance: what it takes of members with a passkey, and of members without one. */
type Row = {
  key: string;
  act: string;
  circumstance: string;
  with: PolicyCell;
  without: PolicyCell;
};

/** What proof each act of a member takes, and the way to ask for another one. */
export function PolicyPage() {
  const texts = useTexts("operations");
  const { policy } = texts;
  const [changing, setChanging] = useState<PolicyCell>();
  const query = useQuery({
    queryKey: ["approvalPolicy"],
    queryFn: async ({ signal }) => (await read(getApprovalPolicy, {}, signal)).results,
  });
  const cell = (of: PolicyCell) => <Cell cell={of} onChange={() => setChanging(of)} />;
  return (
    <div className="c-page">
      <PageHead title={policy.title} after={<p className="sub">{policy.hint}</p>} />
      <Loaded query={query}>
        {(cells) => (
          <PlainTable
            caption={policy.title}
            rows={rowsOf(cells, policy)}
            keyOf={({ key }) => key}
            columns={[
              { key: "act", head: policy.act, cell: ({ act }) => act },
              {
                key: "circumstance",
                head: policy.circumstance,
                cell: ({ circumstance }) => circumstance,
              },
              { key: "with", head: policy.withPasskey, cell: (row) => cell(row.with) },
              { key: "without", head: policy.withoutPasskey, cell: (row) => cell(row.without) },
            ]}
          />
        )}
      </Loaded>
      {changing && <PolicyDialog cell={changing} onClose={() => setChanging(undefined)} />}
    </div>
  );
}

type PolicyTexts = ReturnType<typeof useTexts<"operations">>["policy"];

function rowsOf(cells: readonly PolicyCell[], policy: PolicyTexts): Row[] {
  return cells.flatMap((cell) => {
    const { act, payee, amount } = cell;
    const without = cells.find(
      (one) => one.act === act && one.payee === payee && one.amount === amount && !one.hasPasskey,
    );
    if (!cell.hasPasskey || without === undefined) return [];
    return [
      {
        key: `${act} ${payee} ${amount}`,
        act: policy.acts[act],
        circumstance: circumstanceName(cell, policy),
        with: cell,
        without,
      },
    ];
  });
}

/** What it takes now, and, where there is another choice, the way to ask for it. */
function Cell({ cell, onChange }: { cell: PolicyCell; onChange: () => void }) {
  const texts = useTexts("operations");
  const may = useMay();
  const { policy } = texts;
  const isChangeable = cell.choices.length > 1 && may("request.approval_policy");
  return (
    <div className="rowx between">
      <span>{policy.needs[cell.needs]}</span>
      {isChangeable && (
        <Button
          small
          look="quiet"
          aria-label={texts.changeOf(cellName(cell, policy))}
          onClick={onChange}
        >
          {texts.change}
        </Button>
      )}
    </div>
  );
}

function PolicyDialog({ cell, onClose }: { cell: PolicyCell; onClose: () => void }) {
  const texts = useTexts("operations");
  const { policy } = texts;
  const [needs, setNeeds] = useState<string>(cell.needs);
  const { act, payee, amount, hasPasskey } = cell;
  const [waitHours, setWaitHours] = useState(cell.waitHours);
  const waits = offeredWaits(act, cell.waitHours);
  return (
    <RequestDialog
      title={texts.changeOf(cellName(cell, policy))}
      kind="approval_policy"
      required={["needs"]}
      payload={() => ({
        act,
        payee,
        amount,
        hasPasskey,
        needs,
        ...(waitHours !== cell.waitHours && { waitHours }),
      })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField
            label={policy.takes}
            name="needs"
            value={needs}
            error={errors["needs"]}
            onChange={(event) => setNeeds(event.currentTarget.value)}
          >
            {cell.choices.map((one) => (
              <option key={one} value={one}>
                {policy.needs[one]}
              </option>
            ))}
          </SelectField>
          {waits.length > 0 && (
            <SelectField
              label={policy.countsAfter}
              hint={policy.countsAfterHint}
              name="waitHours"
              value={waitHours}
              error={errors["waitHours"]}
              onChange={(event) => setWaitHours(Number(event.currentTarget.value))}
            >
              {waits.map((hours) => (
                <option key={hours} value={hours}>
                  {policy.hours(hours)}
                </option>
              ))}
            </SelectField>
          )}
        </>
      )}
    </RequestDialog>
  );
}
