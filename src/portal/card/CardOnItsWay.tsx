import type { CardApplication } from "#portal/api/cardReads.ts";
import { cardApplicationsRead } from "#portal/api/cardReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { serverDate } from "#client/clock.ts";
import { cardKindPath, paths } from "#portal/paths.ts";
import { dayOf } from "#portal/shared/dayOf.ts";
import { StepList } from "#portal/shared/StepList.tsx";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Reference } from "#ui/Reference.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

/** A card in use is no news any more. */
const SHOWN_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/** The newest card that was ordered, until a week after it is in use; undefined where there is none. */
export function useCardOnItsWay(): CardApplication | undefined {
  const { data } = useQuery(cardApplicationsRead(useGuid()));
  return newestOf(data ?? []);
}

/** The way of the newest card that was ordered, until a week after it is in use; nothing where there is none. */
export function CardOnItsWay() {
  const texts = useTexts("cardLoss");
  const { reference: name } = useTexts("cardOffers").processing;
  const application = useCardOnItsWay();
  if (application === undefined) return null;
  return (
    <Panel padded>
      <StepList
        id="card-way"
        title={application.isReplacement ? texts.way.title : texts.way.first}
        toCome={texts.toCome}
        steps={application.steps.map(({ step, at }) => ({
          label: labelOf(step, application.officeName || texts.yourOffice, texts.steps),
          at,
          note: step === "ready" && at !== null ? <Ready application={application} /> : undefined,
        }))}
      />
      <p className="meta">
        {name} <Reference value={application.transactionId} />
      </p>
    </Panel>
  );
}

type Steps = ReturnType<typeof useTexts<"cardLoss">>["steps"];

function labelOf(step: keyof Steps, office: string, texts: Steps): string {
  const label = texts[step];
  return typeof label === "string" ? label : label(office);
}

/** What to do with a card that lies at its office or was handed over. */
function Ready({ application }: { application: CardApplication }) {
  const texts = useTexts("cardLoss");
  const language = useLanguage();
  const { kind, pickUpBy, stage, officeAddress } = application;
  if (stage !== "approved" && stage !== "produced") return null;
  return (
    <>
      <span className="meta">
        {[officeAddress, pickUpBy && texts.fetchUntil(formatDate(dayOf(pickUpBy), "day", language))]
          .filter(Boolean)
          .join(". ")}
      </span>
      <Link
        className={buttonClass({ small: true }, "way-activate")}
        to={cardKindPath(paths.setAtmPin, kind === "personalized" ? "perso" : "generic")}
      >
        {texts.activate}
      </Link>
    </>
  );
}

const OPEN = ["sent", "review", "approved", "produced"];

function newestOf(all: readonly CardApplication[]): CardApplication | undefined {
  const now = serverDate().getTime();
  return all
    .filter(({ stage, steps }) => {
      if (OPEN.includes(stage)) return true;
      const end = steps.at(-1)?.at ?? null;
      return stage === "fulfilled" && end !== null && now - Date.parse(end) < SHOWN_AFTER_MS;
    })
    .toSorted((a, b) => b.requestedAt.localeCompare(a.requestedAt))[0];
}
