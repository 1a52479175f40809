import type { CardOverlay } from "#contract/cardStatus.ts";
import type { CardDetails } from "#contract/members.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import { LossLink } from "./LossNotice.tsx";
import { LockRow } from "./LockRow.tsx";
import { UseRows } from "./UseRows.tsx";
import { PurchaseTextsRow, SettingRows } from "./SettingRows.tsx";

/**
 * The switch and the rows. Under a lock of staff, or while the card is out of use, there is no switch (row
 * M07); while anything lies over the card the rows are off, and it is said why.
 */
export function CardSettings(props: { details: CardDetails; overlay: CardOverlay | undefined }) {
  const texts = useTexts("cardUse");
  const { details, overlay } = props;
  const hasSwitch = overlay === undefined || overlay === "member_locked";
  const isOff = overlay !== undefined || details.lockPending === "lock";
  return (
    <div className="stack">
      <Panel>
        {hasSwitch && <LockRow details={details} />}
        <ul
          className={isOff ? "setrows off" : "setrows"}
          aria-describedby={isOff ? "settings-off" : undefined}
        >
          <SettingRows details={details} isOff={isOff} />
        </ul>
        {isOff && (
          <p className="meta set-why" id="settings-off">
            {hasSwitch ? texts.lock.areaOff : texts.lock.cardOff}
          </p>
        )}
        <ul className="setrows">
          <PurchaseTextsRow details={details} />
        </ul>
      </Panel>
      {hasSwitch && <UseRows details={details} isOff={isOff} />}
      {overlay !== "deactivated" && <LossLink />}
    </div>
  );
}
