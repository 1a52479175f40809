import type { ReactNode } from "react";
import { Reference } from "#ui/Reference.tsx";
import { call } from "#console/api/call.ts";
import { branchesRead } from "#console/api/branches.ts";
import { ReadPreview } from "#console/table/ReadPreview.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  destroyCardKit,
  type KitDetails,
  type KitRow,
  transferCardKit,
} from "#contract/staff/cardStock.ts";
import { DateText } from "#ui/DateText.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { useQuery } from "@tanstack/react-query";
import { TakeBack } from "./ApplicationActions.tsx";
import { kitRead } from "./cardReads.ts";
import { ActionDialog, ReasonField } from "./ActionDialog.tsx";
import { Actions } from "./Actions.tsx";
import { Happened } from "./Happened.tsx";
import { KitTag } from "./tags.tsx";

/** The panel of one card: where it is, how it came there, and what can be done with it. */
export function KitPreview({ row, onClose }: { row: KitRow; onClose: () => void }) {
  const query = useQuery(kitRead(row.id));
  return (
    <ReadPreview title={row.serial} query={query} onClose={onClose}>
      {(kit) => <Details kit={kit} />}
    </ReadPreview>
  );
}

function Details({ kit }: { kit: KitDetails }) {
  const texts = useTexts("cards");
  const language = useLanguage();
  const fact = (name: string, value: ReactNode) => ({ key: name, name, value: value || "–" });
  return (
    <div className="k-preview">
      <KeyValueList
        isTight
        rows={[
          { key: "state", name: texts.state, value: <KitTag state={kit.state} /> },
          {
            key: "since",
            name: texts.since,
            value: <DateText at={new Date(kit.since)} form="dayTime" language={language} />,
          },
          fact(texts.kind, texts.kindNames[kit.kind]),
          fact(texts.branch, kit.branchName),
          fact(texts.ending, kit.lastFour),
          fact(texts.delivered, kit.batch),
          fact(texts.ofMember, kit.member),
          fact(texts.reference, kit.reference && <Reference value={kit.reference} />),
        ]}
      />
      <KitActions kit={kit} />
      <Happened events={kit.events} />
    </div>
  );
}

function KitActions({ kit }: { kit: KitDetails }) {
  const texts = useTexts("cards");
  const all = [
    {
      name: "transfer",
      look: "secondary",
      dialog: (onClose: () => void) => <Transfer kit={kit} onClose={onClose} />,
    },
    {
      name: "takeBack",
      look: "secondary",
      dialog: (onClose: () => void) => <TakeBack kitId={kit.id} onClose={onClose} />,
    },
    {
      name: "destroy",
      look: "danger",
      dialog: (onClose: () => void) => <Destroy kitId={kit.id} onClose={onClose} />,
    },
  ] as const;
  const allowed = all.filter(({ name }) => kit.may[name]);
  return <Actions actions={allowed.map((action) => ({ ...action, label: texts[action.name] }))} />;
}

function Transfer({ kit, onClose }: { kit: KitDetails; onClose: () => void }) {
  const texts = useTexts("cards");
  const { data: branches = [] } = useQuery(branchesRead());
  return (
    <ActionDialog
      title={`${texts.transfer}: ${kit.serial}`}
      body={texts.transferBody}
      action={texts.transfer}
      pending={texts.transferring}
      done={texts.transferred}
      required={["branchId", "reason"]}
      send={(field) =>
        call(transferCardKit, {
          params: { kitId: kit.id },
          body: { branchId: field("branchId"), reason: field("reason") },
        })
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SelectField label={texts.toBranch} name="branchId" error={errors["branchId"]}>
            <option value="">{texts.choose}</option>
            {branches
              .filter(({ name }) => name !== kit.branchName)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
          <ReasonField error={errors["reason"]} />
        </>
      )}
    </ActionDialog>
  );
}

function Destroy({ kitId, onClose }: { kitId: string; onClose: () => void }) {
  const texts = useTexts("cards");
  return (
    <ActionDialog
      title={texts.destroyTitle}
      body={texts.destroyBody}
      action={texts.destroyTitle}
      pending={texts.destroying}
      done={texts.destroyed}
      isDangerous
      required={["reason"]}
      send={(field) =>
        call(destroyCardKit, { params: { kitId }, body: { reason: field("reason") } })
      }
      onClose={onClose}
    >
      {(errors) => <ReasonField error={errors["reason"]} />}
    </ActionDialog>
  );
}
