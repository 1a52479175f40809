import { isReleaseReady, takeOver } from "#portal/api/release.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Banner } from "#ui/Notice.tsx";
import { useStore } from "#ui/store.ts";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Says that a new version is there. It is let in by the member, or by itself with the next step to another page, unless
 * something was typed on the one before or a dialog is open.
 */
export function ReleaseOffer() {
  const { release } = useTexts("app");
  const isReady = useStore(isReleaseReady);
  useNextPage(isReady);
  if (!isReady) return null;
  return (
    <Banner kind="info">
      {release.ready} {release.keeps}{" "}
      <button type="button" className="linkbtn" onClick={() => takeOver("by hand")}>
        {release.reload}
      </button>
    </Banner>
  );
}

function useNextPage(isReady: boolean): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const isTouched = useRef(false);
  useEffect(() => {
    const touch = () => {
      isTouched.current = true;
    };
    document.addEventListener("input", touch);
    return () => document.removeEventListener("input", touch);
  }, []);
  useEffect(() => {
    if (pathname === before.current) return;
    before.current = pathname;
    const wasTouched = isTouched.current;
    isTouched.current = false;
    const isAsked = document.querySelector("dialog[open]") !== null;
    if (isReady && !wasTouched && !isAsked) takeOver("by a step");
  }, [isReady, pathname]);
}
