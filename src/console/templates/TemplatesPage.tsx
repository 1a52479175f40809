import { useMay } from "#console/api/me.ts";
import { read } from "#console/api/queries.ts";
import { PageHead } from "#client/PageHead.tsx";
import { Loaded } from "#console/parts/Loaded.tsx";
import { type PlainColumn, PlainTable } from "#console/table/PlainTable.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { getMessageTemplates, type MessageTemplate } from "#contract/staff/operations.ts";
import { Button } from "#ui/Button.tsx";
import { SectionHead } from "#ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TemplateDialog } from "./TemplateDialog.tsx";
import { VersionsDialog } from "./VersionsDialog.tsx";

const CHANNELS = ["code", "sms", "portal"] as const;

/** Every text to members by where it is read, its wordings, and the way to ask for another. */
export function TemplatesPage() {
  const texts = useTexts("operations");
  const may = useMay();
  const [changing, setChanging] = useState<MessageTemplate>();
  const [shown, setShown] = useState<MessageTemplate>();
  const query = useQuery({
    queryKey: ["templates"],
    queryFn: async ({ signal }) => (await read(getMessageTemplates, {}, signal)).results,
  });
  const mayRequest = may("request.message_template");
  return (
    <div className="c-page">
      <PageHead title={texts.templates} after={<p className="sub">{texts.templatesHint}</p>} />
      <Loaded query={query}>
        {(templates) =>
          CHANNELS.map((channel) => (
            <div key={channel}>
              <SectionHead title={texts.channels[channel]} />
              <PlainTable
                caption={texts.channels[channel]}
                rows={templates.filter((one) => one.channel === channel)}
                keyOf={({ name }) => name}
                empty={texts.noTemplates}
                columns={columnsOf(texts, setShown, mayRequest ? setChanging : undefined)}
              />
            </div>
          ))
        }
      </Loaded>
      {changing && <TemplateDialog of={changing} onClose={() => setChanging(undefined)} />}
      {shown && <VersionsDialog of={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}

function columnsOf(
  texts: ReturnType<typeof useTexts<"operations">>,
  show: (template: MessageTemplate) => void,
  change: ((template: MessageTemplate) => void) | undefined,
): PlainColumn<MessageTemplate>[] {
  return [
    { key: "name", head: texts.name, cell: ({ name }) => <code>{name}</code> },
    {
      key: "en",
      head: texts.english,
      cell: ({ textEn }) => (
        <span className="ops-text" lang="en">
          {textEn}
        </span>
      ),
    },
    {
      key: "fil",
      head: texts.filipino,
      cell: ({ textFil }) => (
        <span className="ops-text" lang="fil">
          {textFil}
        </span>
      ),
    },
    {
      key: "version",
      head: texts.version,
      cell: (template) => (
        <Button
          small
          look="quiet"
          aria-label={`${template.version === 0 ? texts.shipped : template.version}: ${texts.versionsOf(template.name)}`}
          onClick={() => show(template)}
        >
          {template.version === 0 ? texts.shipped : String(template.version)}
        </Button>
      ),
    },
    ...(change
      ? [
          {
            key: "change",
            head: texts.change,
            cell: (template: MessageTemplate) => (
              <Button
                small
                aria-label={texts.changeOf(template.name)}
                onClick={() => change(template)}
              >
                {texts.change}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
