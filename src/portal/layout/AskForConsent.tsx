import type { DocumentName } from "#contract/documents.ts";
import { agedPassword, profileState } from "#portal/api/sessionState.ts";
import { useStore } from "#ui/store.ts";
import { lazyPart } from "#ui/lazyPart.tsx";
import { Suspense, useState } from "react";

const ConsentDialog = lazyPart(
  async () => (await import("#portal/terms/ConsentDialog.tsx")).ConsentDialog,
);

/** One text after the other; not now holds until the portal is opened again. The password goes first. */
export function AskForConsent() {
  const profile = useStore(profileState);
  const aged = useStore(agedPassword);
  const [putOff, setPutOff] = useState<DocumentName[]>([]);
  const next = profile?.documentsToAgree.find((name) => !putOff.includes(name));
  if (next === undefined || aged !== "") return null;
  return (
    <Suspense>
      <ConsentDialog key={next} name={next} onClose={() => setPutOff([...putOff, next])} />
    </Suspense>
  );
}
