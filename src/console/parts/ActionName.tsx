import { useTexts } from "#console/texts/texts.ts";

/** What the trail says was done, in words, and below it the code that the trail can be searched for. */
export function ActionName({ action }: { action: string }) {
  const plain: Partial<Record<string, string>> = useTexts("auditActions");
  const kinds: Partial<Record<string, string>> = useTexts("requests").kinds;
  const text = plain[action] ?? kinds[action];
  // Of a trail that an older program wrote.
  if (text === undefined) return <code>{action}</code>;
  return (
    <>
      {text}
      <span className="meta t-under">
        <code>{action}</code>
      </span>
    </>
  );
}
