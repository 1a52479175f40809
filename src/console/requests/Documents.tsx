import { download } from "#console/api/call.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { getRequestDocument } from "#contract/staff/requestDocuments.ts";
import type { RequestDetails } from "#contract/staff/requests.ts";
import { Button } from "#ui/Button.tsx";
import { useState } from "react";
import "./requests.css";

/** The documents of a request, each to be kept as a file: they are never opened in the console. */
export function Documents({ request: { id: requestId, documents } }: { request: RequestDetails }) {
  const texts = useTexts("requests");
  const [problem, setProblem] = useState("");
  if (documents.length === 0) return null;
  const fetchDocument = async (documentId: string) => {
    setProblem("");
    const failure = await download(getRequestDocument, { params: { requestId, documentId } });
    if (failure !== undefined) setProblem(failureText(failure));
  };
  return (
    <section className="r-documents" aria-label={texts.documents}>
      <h3>{texts.documents}</h3>
      {documents.map(({ id, name, size }) => (
        <Button key={id} small onClick={() => void fetchDocument(id)}>
          {texts.document(name, String(Math.ceil(size / 1024)))}
        </Button>
      ))}
      {problem !== "" && <p role="alert">{problem}</p>}
    </section>
  );
}
