import { call } from "#console/api/call.ts";
import { useMay } from "#console/api/me.ts";
import { read } from "#console/api/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { EditDialog } from "#console/parts/EditDialog.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { type PlainColumn, PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { type BankRow, editBank, getStaffBanks } from "#contract/staff/operations.ts";
import { Button } from "#ui/Button.tsx";
import { Checkbox } from "#ui/Checkbox.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { TextField } from "#ui/TextField.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";

/** The institutions that members can send to; what is looked for stands in the address. */
export function BanksPage() {
  const texts = useTexts("operations");
  const may = useMay();
  const [changing, setChanging] = useState<BankRow>();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get("name") ?? "";
  const query = useQuery({
    queryKey: ["banks"],
    queryFn: async ({ signal }) => (await read(getStaffBanks, {}, signal)).results,
  });
  return (
    <div className="c-page">
      <PageHead title={texts.banks} />
      <div className="ops-bar">
        <TextField
          label={texts.findBank}
          type="search"
          error={undefined}
          value={wanted}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setSearch(value === "" ? {} : { name: value }, { replace: true });
          }}
        />
      </div>
      <Loaded query={query}>
        {(banks) => (
          <PlainTable
            caption={texts.banks}
            rows={banks.filter(({ bankName, code }) => has(`${bankName} ${code}`, wanted))}
            keyOf={({ id }) => id}
            empty={texts.noBanks}
            columns={columnsOf(texts, may("bank.edit") ? setChanging : undefined)}
          />
        )}
      </Loaded>
      {changing && <BankDialog bank={changing} onClose={() => setChanging(undefined)} />}
    </div>
  );
}

function columnsOf(
  texts: ReturnType<typeof useTexts<"operations">>,
  change: ((bank: BankRow) => void) | undefined,
): PlainColumn<BankRow>[] {
  const rail = (takes: boolean, bic: string | null) => (takes ? (bic ?? "") : "–");
  return [
    { key: "name", head: texts.name, cell: ({ bankName }) => bankName },
    { key: "code", head: texts.code, cell: ({ code }) => code },
    {
      key: "instapay",
      head: "InstaPay",
      cell: ({ takesInstapay, instapayBic }) => rail(takesInstapay, instapayBic),
    },
    {
      key: "pesonet",
      head: "PESONet",
      cell: ({ takesPesonet, pesonetBic }) => rail(takesPesonet, pesonetBic),
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
    ...(change === undefined
      ? []
      : [
          {
            key: "change",
            head: texts.change,
            cell: (bank: BankRow) => (
              <Button small aria-label={texts.changeOf(bank.bankName)} onClick={() => change(bank)}>
                {texts.change}
              </Button>
            ),
          },
        ]),
  ];
}

function BankDialog({ bank, onClose }: { bank: BankRow; onClose: () => void }) {
  const texts = useTexts("operations");
  const { bankName, takesInstapay, takesPesonet, isActive } = bank;
  const [body, setBody] = useState({ bankName, takesInstapay, takesPesonet, isActive });
  const box = (name: "takesInstapay" | "takesPesonet" | "isActive", error?: string) => (
    <Checkbox
      id={`bank-${name}`}
      checked={body[name]}
      error={error}
      onChange={(event) => setBody({ ...body, [name]: event.currentTarget.checked })}
    >
      {texts.bankFields[name]}
    </Checkbox>
  );
  return (
    <EditDialog
      title={texts.changeOf(bankName)}
      send={() => call(editBank, { params: { bankId: bank.id }, body })}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label={texts.name}
            required
            error={errorOf("bankName")}
            value={body.bankName}
            onChange={(event) => setBody({ ...body, bankName: event.currentTarget.value })}
          />
          {box("takesInstapay", errorOf("takesInstapay"))}
          {box("takesPesonet", errorOf("takesPesonet"))}
          {box("isActive")}
        </>
      )}
    </EditDialog>
  );
}

function has(text: string, wanted: string): boolean {
  return text.toLocaleLowerCase("en").includes(wanted.trim().toLocaleLowerCase("en"));
}
