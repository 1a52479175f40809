import type { DocumentName } from "#contract/documents.ts";
import { paths } from "#portal/paths.ts";
import { lazyPart } from "#ui/lazyPart.tsx";
import { Suspense, useState } from "react";

const DocumentDialog = lazyPart(async () => (await import("./DocumentDialog.tsx")).DocumentDialog);

/** Opens a text over the form, which stays as it is; in a new tab it is the text's own page. */
export function DocumentLink({ name, children }: { name: DocumentName; children: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <a
        href={paths[name]}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {children}
      </a>
      {isOpen && (
        <Suspense>
          <DocumentDialog name={name} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
