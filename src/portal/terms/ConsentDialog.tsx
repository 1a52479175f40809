import { agreeToDocument } from "#contract/consent.ts";
import { type DocumentName, documentVersions } from "#contract/documents.ts";
import { refusalText } from "#contract/refusals.ts";
import { call } from "#portal/api/call.ts";
import { profileState } from "#portal/api/sessionState.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { showToast } from "#ui/toasts.ts";
import { useState } from "react";
import { LoadAgain } from "#portal/shared/LoadAgain.tsx";
import { Notice } from "#ui/Notice.tsx";
import { DocumentDialog } from "./DocumentDialog.tsx";

/** Asks a member, once after a sign-in, about a text of which they agreed to an older version. */
export function ConsentDialog({ name, onClose }: { name: DocumentName; onClose: () => void }) {
  const common = useTexts("common");
  const texts = useTexts("consent");
  const login = useTexts("login");
  const language = useLanguage();
  const guid = useGuid();
  const [isReading, setIsReading] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [isOutdated, setIsOutdated] = useState(false);
  const version = documentVersions[name];
  const day = formatDate(new Date(`${version}T00:00:00+08:00`), "dayLong", language);

  async function agree() {
    setIsSaving(true);
    const body = { document: name, version };
    const answer = await call(agreeToDocument, { params: { guid }, body });
    setIsSaving(false);
    if (!answer.status) {
      if (answer.errors.some(({ param }) => param === "version")) setIsOutdated(true);
      else showFailure(answer);
      return;
    }
    const profile = profileState.get();
    if (profile !== undefined) {
      const left = profile.documentsToAgree.filter((document) => document !== name);
      profileState.set({ ...profile, documentsToAgree: left });
    }
    showToast({ kind: "ok", text: texts.agreed });
  }

  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{texts.body(login[name], day)}</p>
      <p>
        <button type="button" className="linkbtn" onClick={() => setIsReading(true)}>
          {texts.read(login[name])}
        </button>
      </p>
      {isOutdated && (
        <Notice kind="bad" role="alert">
          {refusalText("documents_changed", language)}
          <LoadAgain />
        </Notice>
      )}
      <div className="btnrow">
        <Button
          look="primary"
          pending={isSaving}
          pendingLabel={common.saving}
          onClick={() => void agree()}
        >
          {texts.agree}
        </Button>
        <Button onClick={onClose}>{texts.notNow}</Button>
      </div>
      {isReading && <DocumentDialog name={name} onClose={() => setIsReading(false)} />}
    </Dialog>
  );
}
