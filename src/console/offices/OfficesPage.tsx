import { useMay } from "#console/api/me.ts";
import { read } from "#console/api/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { getStaffOffices, type OfficeRow } from "#contract/staff/operations.ts";
import { Button } from "#ui/Button.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { OfficeDialog } from "./OfficeDialog.tsx";

/** All offices, and the form that changes one. */
export function OfficesPage() {
  const texts = useTexts("operations");
  const may = useMay();
  const [changing, setChanging] = useState<OfficeRow>();
  const query = useQuery({
    queryKey: ["offices"],
    queryFn: async ({ signal }) => (await read(getStaffOffices, {}, signal)).results,
  });
  return (
    <div className="c-page">
      <PageHead title={texts.offices} />
      <Loaded query={query}>
        {(offices) => (
          <PlainTable
            caption={texts.offices}
            rows={offices}
            keyOf={({ id }) => id}
            empty={texts.noOffices}
            columns={[
              { key: "name", head: texts.name, cell: ({ branchName }) => branchName },
              {
                key: "address",
                head: texts.address,
                cell: ({ line1, barangay, municipalityCity, stateProvince }) =>
                  [line1, barangay, municipalityCity, stateProvince].join(", "),
              },
              {
                key: "state",
                head: texts.state,
                cell: ({ isActive }) => (
                  <StatusTag kind={isActive ? "ok" : "neutral"}>
                    {isActive ? texts.active : texts.inactive}
                  </StatusTag>
                ),
              },
              ...(may("office.edit")
                ? [
                    {
                      key: "change",
                      head: texts.change,
                      cell: (office: OfficeRow) => (
                        <Button
                          small
                          aria-label={texts.changeOf(office.branchName)}
                          onClick={() => setChanging(office)}
                        >
                          {texts.change}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
      {changing && <OfficeDialog office={changing} onClose={() => setChanging(undefined)} />}
    </div>
  );
}
