import { useTexts } from "#console/texts/texts.ts";
import type { ListTotal } from "#contract/staff/list.ts";
import { Button } from "#ui/Button.tsx";
import "./table.css";

/** Which rows show, of how many, and the way to the others. */
export function ListFoot(props: {
  first: number;
  shown: number;
  total: ListTotal;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}) {
  const { first, shown, total, onPrevious, onNext } = props;
  const texts = useTexts("table");
  const written = (count: number) => count.toLocaleString("en-US");
  const all = total.isMore ? texts.moreThan(written(total.count)) : written(total.count);
  return (
    <div className="t-foot">
      <p className="sub" aria-live="polite">
        {shown === 0
          ? texts.rowCount(all)
          : texts.rows(written(first), written(first + shown - 1), all)}
      </p>
      {(onPrevious ?? onNext) !== undefined && (
        <nav aria-label={texts.pages}>
          <Button small blocked={onPrevious === undefined} onClick={onPrevious}>
            {texts.previous}
          </Button>
          <Button small blocked={onNext === undefined} onClick={onNext}>
            {texts.next}
          </Button>
        </nav>
      )}
    </div>
  );
}
