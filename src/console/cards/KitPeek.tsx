import { call } from "#console/api/call.ts";
import { branchesRead } from "#console/api/branches.ts";
import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { PeekPanel } from "#console/table/PeekPanel.tsx";
import { Timeline } from "#console/table/Timeline.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import {
  destroyCardKit,
  type KitDetails,
  type KitRow,
  transferCardKit,
} from "#contract/staff/cardStock.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { KeyValueList } from "#ui/Panel.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TakeBack } from "./ApplicationDeeds.tsx";
import { kitRead } from "./cardReads.ts";
import { DeedDialog, ReasonField } from "./DeedDialog.tsx";
import { KitTag } from "./tags.tsx";

/** The panel of one card: where it is, how it came there, and what can be done with it. */
export function KitPeek({ row, onClose }: { row: KitRow; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(kitRead(row.id));
  return (
    <PeekPanel title={row.serial} onClose={onClose}>
      {isPending && (
        <Loading>
          <Skeleton width="80%" />
        </Loading>
      )}
      {!isPending && data === undefined && (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Details kit={data} />}
    </PeekPanel>
  );
}

function Details({ kit }: { kit: KitDetails }) {
  const texts = useTexts("cards");
  const language = useLanguage();
  const fact = (name: string, value: string) => ({ key: name, name, value: value || "–" });
  return (
    <div className="k-peek">
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
          fact(texts.reference, kit.reference),
        ]}
      />
      <KitDeeds kit={kit} />
      <Timeline
        events={kit.events.map(({ at, who, what, detail }, index) => ({
          key: String(index),
          what: (
            <>
              {texts.eventNames[what] ?? what}
              {detail !== "" && <span className="meta k-why">{detail}</span>}
            </>
          ),
          who,
          at: new Date(at),
        }))}
      />
    </div>
  );
}

type Deed = "transfer" | "destroy" | "takeBack";

function KitDeeds({ kit }: { kit: KitDetails }) {
  const texts = useTexts("cards");
  const [open, setOpen] = useState<Deed>();
  const shown = (["transfer", "takeBack", "destroy"] as const).filter((deed) => kit.may[deed]);
  const close = () => setOpen(undefined);
  if (shown.length === 0) return null;
  return (
    <div className="k-deeds">
      {shown.map((deed) => (
        <Button
          key={deed}
          small
          look={deed === "destroy" ? "danger" : "secondary"}
          onClick={() => setOpen(deed)}
        >
          {texts[deed]}
        </Button>
      ))}
      {open === "transfer" && <Transfer kit={kit} onClose={close} />}
      {open === "destroy" && <Destroy kitId={kit.id} onClose={close} />}
      {open === "takeBack" && <TakeBack kitId={kit.id} onClose={close} />}
    </div>
  );
}

function Transfer({ kit, onClose }: { kit: KitDetails; onClose: () => void }) {
  const texts = useTexts("cards");
  const { data: branches = [] } = useQuery(branchesRead());
  return (
    <DeedDialog
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
    </DeedDialog>
  );
}

function Destroy({ kitId, onClose }: { kitId: string; onClose: () => void }) {
  const texts = useTexts("cards");
  return (
    <DeedDialog
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
    </DeedDialog>
  );
}
