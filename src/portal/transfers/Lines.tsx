/** Sentences of the server, one under the other. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="remindl">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
