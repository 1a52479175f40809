import { CopyButton, Reference } from "#ui/Reference.tsx";

/** A number that somebody will be asked for, in a line of facts. `what` names it to who copies it. */
export function ReferenceToCopy({ value, what }: { value: string; what: string }) {
  return (
    <span className="result-reference">
      <Reference value={value} />
      <CopyButton value={value} what={what} />
    </span>
  );
}
