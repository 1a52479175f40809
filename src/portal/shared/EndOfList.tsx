import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { useEffect, useEffectEvent } from "react";

/** How far down the page the next rows are asked for. */
const THRESHOLD = 0.9;

/** Asks for more when nine tenths of the page were scrolled; a button does the same for a keyboard. */
export function EndOfList(props: {
  hasMore: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  onMore: () => void;
}) {
  const common = useTexts("common");
  const texts = useTexts("history");
  const mayAsk = props.hasMore && !props.isLoading && !props.hasFailed;
  const look = useEffectEvent(() => {
    const { scrollHeight } = document.documentElement;
    if (mayAsk && scrollY + innerHeight >= scrollHeight * THRESHOLD) props.onMore();
  });

  useEffect(() => {
    const onScroll = () => look();
    addEventListener("scroll", onScroll, { passive: true });
    addEventListener("resize", onScroll);
    return () => {
      removeEventListener("scroll", onScroll);
      removeEventListener("resize", onScroll);
    };
  }, []);

  // Rows that do not fill the screen leave nothing to scroll.
  useEffect(() => {
    if (mayAsk) look();
  }, [mayAsk]);

  if (!props.hasMore) return <p className="endmsg">{texts.end}</p>;
  return (
    <div className="endmsg">
      {props.hasFailed && <p role="alert">{texts.moreFailed}</p>}
      <Button
        small
        look="quiet"
        pending={props.isLoading}
        pendingLabel={texts.loadingMore}
        onClick={props.onMore}
      >
        {props.hasFailed ? common.tryAgain : texts.loadMore}
      </Button>
    </div>
  );
}
