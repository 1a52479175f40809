import { activityRead } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ActivityRow } from "./ActivityRow.tsx";
import { SafetySection } from "./SafetySection.tsx";

const SHOWN = 5;

/** The newest of what happened; the rest is a page of its own. */
export function LatestActivity() {
  const texts = useTexts("activity");
  const query = useQuery(activityRead(useGuid()));
  return (
    <SafetySection
      id="activity"
      title={texts.title}
      hint={texts.hint}
      action={<Link to={paths.activity}>{texts.seeAll}</Link>}
      query={query}
      rows={SHOWN}
    >
      {({ rows }) => (
        <Panel>
          <ul>
            {rows.slice(0, SHOWN).map((row) => (
              <ActivityRow key={row.id} row={row} form="dayTime" />
            ))}
          </ul>
        </Panel>
      )}
    </SafetySection>
  );
}
