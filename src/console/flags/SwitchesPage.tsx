import { useMay } from "#console/api/me.ts";
import { read } from "#console/api/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { getSwitches } from "#contract/staff/operations.ts";
import { Button } from "#ui/Button.tsx";
import { DateText } from "#ui/DateText.tsx";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { StatusTag } from "#ui/StatusTag.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { SwitchDialog, type Switched } from "./SwitchDialog.tsx";

/** What of the portal is switched off or announced, as members see it, and the way to ask for a change. */
export function SwitchesPage() {
  const texts = useTexts("operations");
  const may = useMay();
  const [changing, setChanging] = useState<Switched>();
  const query = useQuery({
    queryKey: ["switches"],
    queryFn: async ({ signal }) => (await read(getSwitches, {}, signal)).result,
    refetchInterval: 10_000,
  });
  return (
    <div className="c-page">
      <PageHead title={texts.switches} after={<p className="sub">{texts.switchesHint}</p>} />
      <Loaded query={query}>
        {({ features, maintenance }) => (
          <>
            <SectionHead title={texts.features} />
            <div className="ops-grid">
              {features.map((feature) => (
                <SwitchCard
                  key={feature.name}
                  title={texts.featureNames[feature.name] ?? feature.name}
                  state={
                    <StatusTag kind={feature.state === "on" ? "ok" : "warn"}>
                      {texts.featureStates[feature.state]}
                    </StatusTag>
                  }
                  words={feature}
                  {...(may("request.feature_flag") && {
                    onChange: () => setChanging({ kind: "feature_flag", ...feature }),
                  })}
                />
              ))}
            </div>
            <SectionHead title={texts.maintenance} />
            <div className="ops-grid">
              {maintenance.map((notice) => (
                <SwitchCard
                  key={notice.kind}
                  title={texts.maintenanceNames[notice.kind]}
                  state={
                    <StatusTag kind={notice.isOn ? "warn" : "ok"}>
                      {notice.isOn ? texts.announced : texts.notAnnounced}
                    </StatusTag>
                  }
                  words={notice}
                  {...(may("request.maintenance_flag") && {
                    onChange: () =>
                      setChanging({
                        ...notice,
                        kind: "maintenance_flag",
                        name: notice.kind,
                        state: notice.isOn ? "on" : "off",
                      }),
                  })}
                />
              ))}
            </div>
          </>
        )}
      </Loaded>
      {changing && <SwitchDialog of={changing} onClose={() => setChanging(undefined)} />}
    </div>
  );
}

/** One switch with what members read while it is off. */
function SwitchCard(props: {
  title: string;
  state: ReactNode;
  words: { textEn: string; textFil: string; endsAt: string | null };
  onChange?: () => void;
}) {
  const texts = useTexts("operations");
  const language = useLanguage();
  const { textEn, textFil, endsAt } = props.words;
  return (
    <Panel padded>
      <h3>{props.title}</h3>
      <p>{props.state}</p>
      {textEn !== "" && <p lang="en">{textEn}</p>}
      {textFil !== "" && <p lang="fil">{textFil}</p>}
      {endsAt !== null && (
        <p className="meta">
          {texts.endsAt} <DateText at={new Date(endsAt)} form="dayTime" language={language} />
        </p>
      )}
      {props.onChange && (
        <Button small aria-label={`${texts.askForChange}: ${props.title}`} onClick={props.onChange}>
          {texts.askForChange}
        </Button>
      )}
    </Panel>
  );
}
