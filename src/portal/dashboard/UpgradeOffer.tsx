import { fieldTexts } from "#contract/fields.ts";
import { requestPersoCard } from "#contract/cardApplication.ts";
import { call } from "#portal/api/call.ts";
import { cardRequestRead } from "#portal/api/cardReads.ts";
import { profileState } from "#portal/api/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { cardKindPath, paths } from "#portal/paths.ts";
import { justApplied } from "#portal/shared/justApplied.ts";
import { mayApply } from "#portal/shared/cardOffer.ts";
import { MaintenanceTag } from "#portal/shared/CardTypeDialog.tsx";
import { SentForm, useForm } from "#portal/shared/forms.tsx";
import type { Asked } from "#portal/shared/NotRead.tsx";
import { OfficeField } from "#portal/shared/OfficeField.tsx";
import { PrintedNameField } from "#portal/shared/PrintedNameField.tsx";
import { readCardAnew } from "#portal/shared/useMemberCard.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { useAmountText } from "#ui/Money.tsx";
import { Notice } from "#ui/Notice.tsx";
import { KeyValueList, Panel } from "#ui/Panel.tsx";
import { useStore } from "#ui/store.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

/** A personalized card in place of the default one (rows M05, M09). */
export function UpgradeOffer() {
  const texts = useTexts("cardOffers");
  const profile = useStore(profileState);
  const [isOpen, setIsOpen] = useState(false);
  const maintenance = profile?.card_application_maintenance.perso;
  if (!mayApply(profile?.status)) return null;
  return (
    <Panel padded className="card-offer">
      <p className="offer-title">{texts.upgradeTitle}</p>
      <p className="meta">{texts.upgradeMeaning}</p>
      {maintenance?.value === 1 ? (
        <MaintenanceTag text={maintenance.text} />
      ) : (
        <>
          <Cost />
          <Button onClick={() => setIsOpen(true)}>{texts.upgradeNow}</Button>
        </>
      )}
      {isOpen && <UpgradeDialog onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

/**
 * What it costs and from which account, the name that is printed, and where the card is to be picked up (row K09).
 * Nothing is ordered before that name was seen, or typed where the member's own does not fit.
 */
function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("cardOffers").upgrade;
  const guid = useGuid();
  const query = useQuery(cardRequestRead(guid, "perso"));
  const { data, isError } = query;
  const form = useUpgrade(onClose);
  const { office_id: office, printed_name: name } = form.values;
  const needsName = data?.printedName === null;
  const isReady = data !== undefined && office !== "" && (!needsName || name.trim() !== "");
  return (
    <Dialog title={texts.title} {...(form.isPending ? {} : { onClose })}>
      <SentForm form={form} className="stack">
        <p className="sub">{texts.lead}</p>
        {isError && data === undefined ? <CostFailed query={query} /> : <Cost />}
        <PrintedName name={data?.printedName} />
        {needsName && (
          <PrintedNameField
            value={name}
            error={form.errors.printed_name}
            onChange={(typed) => form.change("printed_name", typed)}
          />
        )}
        <OfficeField
          value={office}
          error={form.errors.office_id}
          onChange={(chosen) => form.change("office_id", chosen)}
        />
        <div className="btnrow">
          <Button
            type="submit"
            look="primary"
            blocked={!isReady || form.waitSeconds > 0}
            onBlockedPress={() => void form.submit()}
            pending={form.isPending}
            pendingLabel={texts.sending}
          >
            {common.ok}
          </Button>
          <Button look="quiet" blocked={form.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
        </div>
      </SentForm>
    </Dialog>
  );
}

/** As it will stand on the card; nothing where it is asked for. */
function PrintedName({ name }: { name: string | null | undefined }) {
  const texts = useTexts("cardApplication");
  if (name === null) return null;
  return (
    <KeyValueList isTight rows={[{ key: "name", name: texts.printedName, value: name ?? "" }]} />
  );
}

/** Without fee and name nothing can be ordered. It asks for nothing by itself: it stands for as long as that failed. */
function CostFailed({ query }: { query: Asked }) {
  const common = useTexts("common");
  const texts = useTexts("card");
  return (
    <Notice kind="bad" role="alert">
      {texts.failed}{" "}
      <Button small pending={query.isFetching} onClick={() => void query.refetch()}>
        {common.tryAgain}
      </Button>
    </Notice>
  );
}

function Cost() {
  const texts = useTexts("cardOffers").upgrade;
  const language = useLanguage();
  const guid = useGuid();
  const amountText = useAmountText();
  const { data } = useQuery(cardRequestRead(guid, "perso"));
  if (data === undefined) return <p className="upgrade-cost">&nbsp;</p>;
  const { cardFee, cardEstimatedReleaseDate } = data.details;
  const fee =
    data.feeAccount === null
      ? texts.feeUnknown(amountText(cardFee))
      : texts.fee(amountText(cardFee), data.feeAccount);
  const ready = formatDate(new Date(`${cardEstimatedReleaseDate}T00:00:00+08:00`), "day", language);
  return (
    <p className="upgrade-cost">
      <b>{cardFee === 0n ? texts.free : fee}</b> {texts.ready(ready)}
    </p>
  );
}

function useUpgrade(onDone: () => void) {
  const texts = useTexts("cardOffers").upgrade;
  const guid = useGuid();
  const navigate = useNavigate();
  const { data } = useQuery(cardRequestRead(guid, "perso"));
  return useForm<UpgradeField>({
    initial: { office_id: "", printed_name: "" },
    check: ({ office_id, printed_name }) => ({
      ...(office_id === "" && { office_id: fieldTexts.required }),
      ...(data?.printedName === null &&
        printed_name.trim() === "" && { printed_name: fieldTexts.required }),
    }),
    send: async ({ office_id, printed_name }) => {
      const body = { office_id: Number(office_id), printed_name };
      const answer = await call(requestPersoCard, { params: { guid }, body });
      if (answer.status) {
        justApplied.set(texts.sent);
        onDone();
        void readCardAnew();
        return undefined;
      }
      const isAboutField = answer.errors.some(({ param }) => param in { office_id, printed_name });
      if (answer.code !== "invalid_parameters" || isAboutField) return answer;
      // The page of the application shows which details are missing.
      void navigate(cardKindPath(paths.applyVisaCard, "perso"));
      return undefined;
    },
  });
}

type UpgradeField = "office_id" | "printed_name";
