import { profileState } from "#portal/api/sessionState.ts";
import { type CardKind, cardKindPath, paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { ChoiceCards } from "#ui/ChoiceCards.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { useStore } from "#ui/store.ts";
import { Wrench } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCardFees } from "./useCardFees.ts";
import "./cardType.css";

const KINDS: readonly CardKind[] = ["perso", "generic"];

/**
 * Which card to apply for (row H06), and what each costs. A kind that is in maintenance cannot be chosen, and says until when. A plain
 * form: it leads to the application's page and sends nothing.
 */
export function CardTypeDialog({ onClose }: { onClose: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("cardOffers");
  const profile = useStore(profileState);
  const navigate = useNavigate();
  const [kind, setKind] = useState<CardKind>();
  const [isTried, setIsTried] = useState(false);
  const fees = useCardFees();
  return (
    <Dialog title={texts.typeTitle} onClose={onClose}>
      <form
        method="dialog"
        className="type-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (kind !== undefined) void navigate(cardKindPath(paths.applyVisaCard, kind));
        }}
      >
        <ChoiceCards
          legend={texts.typeLegend}
          name="card_type"
          value={kind}
          error={isTried && kind === undefined ? common.required : undefined}
          onChange={setKind}
          choices={KINDS.map((value) => {
            const maintenance = profile?.card_application_maintenance[value];
            const isOff = maintenance?.value === 1;
            return {
              value,
              title: texts.types[value],
              isDisabled: isOff,
              detail: isOff ? (
                <MaintenanceTag text={maintenance.text} />
              ) : (
                <span className="meta">
                  {texts.typeDetails[value]} {fees !== undefined && <b>{texts.fee(fees[value])}</b>}
                </span>
              ),
            };
          })}
        />
        <div className="btnrow">
          <Button
            type="submit"
            look="primary"
            blocked={kind === undefined}
            onBlockedPress={() => setIsTried(true)}
          >
            {texts.next}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Why something is switched off; the words of whoever did it come before ours. */
export function MaintenanceTag({ text }: { text: string }) {
  const texts = useTexts("cardOffers");
  return (
    <span className="tag warn">
      <Wrench />
      {text === "" ? texts.maintenance : text}
    </span>
  );
}
