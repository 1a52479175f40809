import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * The review as an entry of the history behind the form's, so that the browser's own Back leads from it
 * to the form. `onLeft` is told when it did; while `isHeld` says so it leads nowhere: the entry is gone
 * forward to again. A review that a reload or an earlier page brought may have no such entry. Each review has
 * its own: to that of an earlier one, which the browser's Forward leads to, it is as to any other page.
 */
export function useReviewEntry(onLeft: () => void, isHeld: () => boolean) {
  const location = useLocation();
  const navigate = useNavigate();
  const here = reviewIn(location.state);
  // Read when they are needed: whoever waits for an answer holds the functions of an earlier render.
  const own = useRef(here);
  const last = useRef(here);
  const isReturning = useRef(false);
  const afterwards = useRef<() => void>(undefined);

  useEffect(() => {
    const isThere = isOf(own.current, here);
    const isLeft = isOf(own.current, last.current) && !isThere;
    last.current = here;
    if (isThere && isReturning.current) {
      isReturning.current = false;
      // The answer came while the browser was on its way back here.
      if (afterwards.current !== undefined) void navigate(-1);
    }
    if (!isLeft) return;
    const then = afterwards.current;
    afterwards.current = undefined;
    // Once the browser has come back to the entry: what is opened from it is left to the browser again.
    requestAnimationFrame(() => void (history.scrollRestoration = "auto"));
    if (then !== undefined) then();
    else if (isHeld()) {
      isReturning.current = true;
      void navigate(1);
    } else onLeft();
  }, [here, isHeld, onLeft, navigate]);

  return {
    enter: () => {
      own.current = crypto.randomUUID();
      const state = { step: "review", id: own.current };
      // The way back over the form's entry leads to the top of what comes: to the receipt's, not to where the form was.
      history.scrollRestoration = "manual";
      // A form that stands on the entry of an earlier review leaves it.
      void navigate(location, { state, replace: here !== undefined });
    },
    /** Goes back to the form's entry, if there is one, and then does this instead of telling. */
    leave: (then: () => void) => {
      if (!isOf(own.current, last.current) && !isReturning.current) return then();
      // Back is gone once, however often it is asked for; what was asked last is done.
      const isOnItsWay = isReturning.current || afterwards.current !== undefined;
      afterwards.current = then;
      if (!isOnItsWay) void navigate(-1);
    },
  };
}

/** Whose entry this is; undefined for one that is no review's. */
export function reviewIn(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null) return undefined;
  if (!("step" in state) || state.step !== "review" || !("id" in state)) return undefined;
  return typeof state.id === "string" ? state.id : undefined;
}

const isOf = (review: string | undefined, entry: string | undefined): boolean =>
  review !== undefined && review === entry;
