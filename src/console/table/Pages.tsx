import { Button } from "#ui/Button.tsx";
import "./plainTable.css";

/** Turns the pages of a list by its cursors; nothing where there is one page. */
export function Pages(props: {
  words: { previous: string; next: string };
  previous: string | null;
  next: string | null;
  onTurn: (place: { after?: string; before?: string }) => void;
}) {
  const { previous, next, words, onTurn } = props;
  if (previous === null && next === null) return null;
  return (
    <div className="p-pages">
      <Button
        small
        blocked={previous === null}
        onClick={() => previous !== null && onTurn({ before: previous })}
      >
        {words.previous}
      </Button>
      <Button
        small
        blocked={next === null}
        onClick={() => next !== null && onTurn({ after: next })}
      >
        {words.next}
      </Button>
    </div>
  );
}
