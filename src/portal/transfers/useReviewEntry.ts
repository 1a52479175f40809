import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

const REVIEW = { step: "review" };

/**
 * The review as an entry of the history behind the form's, so that the browser's own Back leads from it
 * to the form. `onLeft` is told when it did; while `isHeld` says so it leads nowhere: the entry is gone
 * forward to again. A review that a reload or an earlier page brought may have no such entry.
 */
export function useReviewEntry(onLeft: () => void, isHeld: () => boolean) {
  const location = useLocation();
  const navigate = useNavigate();
  const { state } = location as { state: unknown };
  const isThere =
    typeof state === "object" && state !== null && "step" in state && state.step === REVIEW.step;
  // Read when it is needed: whoever waits for an answer holds the functions of an earlier render.
  const wasThere = useRef(isThere);
  const isReturning = useRef(false);
  const afterwards = useRef<() => void>(undefined);

  useEffect(() => {
    const isLeft = wasThere.current && !isThere;
    wasThere.current = isThere;
    if (isThere && isReturning.current) {
      isReturning.current = false;
      // The answer came while the browser was on its way back here.
      if (afterwards.current !== undefined) void navigate(-1);
    }
    if (!isLeft) return;
    const then = afterwards.current;
    afterwards.current = undefined;
    if (then !== undefined) then();
    else if (isHeld()) {
      isReturning.current = true;
      void navigate(1);
    } else onLeft();
  }, [isThere, isHeld, onLeft, navigate]);

  return {
    enter: () => void navigate(location, { state: REVIEW }),
    /** Goes back to the form's entry, if there is one, and then does this instead of telling. */
    leave: (then: () => void) => {
      if (!wasThere.current && !isReturning.current) return then();
      // Back is gone once, however often it is asked for; what was asked last is done.
      const isOnItsWay = isReturning.current || afterwards.current !== undefined;
      afterwards.current = then;
      if (!isOnItsWay) void navigate(-1);
    },
  };
}
