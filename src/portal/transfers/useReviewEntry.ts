import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

const REVIEW = { step: "review" };

/**
 * The review as an entry of the history behind the form's, so that the browser's own Back leads from it
 * to the form. `onLeft` is told when it did. A review that a reload or an earlier page brought may have
 * no such entry.
 */
export function useReviewEntry(onLeft: () => void) {
  const location = useLocation();
  const navigate = useNavigate();
  const { state } = location as { state: unknown };
  const isThere =
    typeof state === "object" && state !== null && "step" in state && state.step === REVIEW.step;
  const wasThere = useRef(isThere);
  const afterwards = useRef<() => void>(undefined);

  useEffect(() => {
    const isLeft = wasThere.current && !isThere;
    wasThere.current = isThere;
    if (!isLeft) return;
    const then = afterwards.current ?? onLeft;
    afterwards.current = undefined;
    then();
  }, [isThere, onLeft]);

  return {
    enter: () => void navigate(location, { state: REVIEW }),
    /** Goes back to the form's entry, if there is one, and then does this instead of telling. */
    leave: (then: () => void) => {
      if (!isThere) return then();
      afterwards.current = then;
      void navigate(-1);
    },
  };
}
