import { call } from "#console/api/call.ts";
import { failureText } from "#console/texts/failureText.ts";
import type { Failure } from "#contract/endpoint.ts";
import { uploadRequestDocument } from "#contract/staff/requestDocuments.ts";
import { useRef } from "react";

type Sent = { ids: string[] } | { failure: Failure };

/**
 * Sends the documents that a form holds, each once however often the form is sent, and answers their ids;
 * what is wrong with one is said at the field.
 */
export function useDocuments(): (given: FormData) => Promise<Sent> {
  const known = useRef(new Map<File, string>());
  return async (given) => {
    const files = given
      .getAll("documents")
      .filter((file) => file instanceof File && file.name !== "");
    const ids: string[] = [];
    for (const file of files as File[]) {
      const id = known.current.get(file);
      if (id !== undefined) {
        ids.push(id);
        continue;
      }
      // One after the other: the first that is wrong is the one to name.
      const answer = await call(
        uploadRequestDocument,
        { query: { name: file.name.slice(-200) } },
        { file },
      );
      if (!answer.status) return { failure: atField(answer, file.name) };
      known.current.set(file, answer.result.documentId);
      ids.push(answer.result.documentId);
    }
    return { ids };
  };
}

function atField(failure: Failure, name: string): Failure {
  return { ...failure, errors: [{ param: "documents", msg: `${name}: ${failureText(failure)}` }] };
}
