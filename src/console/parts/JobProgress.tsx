import { useId } from "react";
import "./parts.css";

/**
 * How far something long has come: in words, and as a bar; without `done` and `of` nobody knows how much
 * there is.
 */
export function JobProgress(props: {
  /** What is under way: 'Running', 'Exporting'. */
  label: string;
  text: string;
  done?: number;
  of?: number;
}) {
  const { label, text, done, of } = props;
  const id = useId();
  return (
    <div className="job-progress">
      <p id={id}>
        <b>{label}</b> <output>{text}</output>
      </p>
      <progress
        aria-labelledby={id}
        {...(of === undefined ? {} : { value: done, max: Math.max(of, 1) })}
      />
    </div>
  );
}
