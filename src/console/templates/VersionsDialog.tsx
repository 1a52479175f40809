import { read } from "#console/api/queries.ts";
import { Loaded } from "#console/parts/Loaded.tsx";
import { useLanguage, useTexts } from "#console/texts/texts.ts";
import { getTemplateVersions, type MessageTemplate } from "#contract/staff/operations.ts";
import { DateText } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { useQuery } from "@tanstack/react-query";

/** Every wording that a text had, the newest first, down to the shipped one. */
export function VersionsDialog({ of, onClose }: { of: MessageTemplate; onClose: () => void }) {
  const texts = useTexts("operations");
  const language = useLanguage();
  const { channel, name } = of;
  const query = useQuery({
    queryKey: ["templateVersions", channel, name],
    queryFn: async ({ signal }) =>
      (await read(getTemplateVersions, { params: { channel, name } }, signal)).results,
  });
  return (
    <Dialog title={texts.versionsOf(name)} onClose={onClose}>
      <Loaded query={query}>
        {(versions) => (
          <ol className="form-fields" reversed>
            {versions.map(({ version, textEn, textFil, wordedBy, approvedBy, at }) => (
              <li key={version}>
                <p lang="en">{textEn}</p>
                <p lang="fil">{textFil}</p>
                <p className="meta">
                  {at === null ? (
                    texts.shipped
                  ) : (
                    <>
                      {texts.wordedBy(wordedBy, approvedBy)}{" "}
                      <DateText at={new Date(at)} form="dayTime" language={language} />
                    </>
                  )}
                </p>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  );
}
