import { formatPesos } from "#common/money.ts";
import { isBatched, TRANSFER_KINDS } from "#contract/transferKinds.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { useMatches } from "#ui/useMatches.ts";
import { Fold } from "#portal/shared/Fold.tsx";
import { Lines } from "./Lines.tsx";
import { FORMS } from "./forms.ts";
import type { Draft } from "./order.ts";
import { kindOf, mostOf, type Setup } from "./setup.ts";

/** `qr` of a shop that is paid by its code, which has terms of its own. */
type Props = { setup: Setup; way: Pick<Draft, "to" | "via">; qr: string };

/** Beside the form: the server's reminders for this way of sending, and when to report. */
export function Reminders({ setup, way, qr }: Props) {
  const texts = useTexts("transfer");
  const kind = kindOf(way);
  const { rail } = TRANSFER_KINDS[kind];
  const { pesonetHours } = setup.otherDetails;
  // The hours stand where the way is chosen.
  const said =
    qr === ""
      ? FORMS[way.to].reminders(setup, way.via)
      : [texts.shop.terms(formatPesos(mostOf(setup, kind) ?? 0n))];
  const lines = said.filter((line) => line !== "" && !pesonetHours.includes(line));
  const isWide = useMatches("(min-width: 1024px)");
  const title = rail === null ? texts.reminders : texts.rails[rail];
  return (
    <aside className="stack" aria-label={texts.reminders}>
      {lines.length > 0 &&
        (isWide ? (
          <Panel padded>
            <h2 className="side-title">{title}</h2>
            <Lines lines={lines} />
          </Panel>
        ) : (
          <Fold summary={texts.limitsOf(title)}>
            <Lines lines={lines} />
          </Fold>
        ))}
      <Notice kind="info">
        {rail !== null && !isBatched(rail) && <b>{texts.instapayIsFinal} </b>}
        {texts.report}
      </Notice>
    </aside>
  );
}
