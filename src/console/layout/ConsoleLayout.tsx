import { useTexts } from "#console/texts/texts.ts";
import { online } from "#client/connection.ts";
import { brand } from "#brand";
import { Wordmark } from "#ui/Mark.tsx";
import { Banner } from "#ui/Notice.tsx";
import { Ribbon } from "#ui/Ribbon.tsx";
import { useStore } from "#ui/store.ts";
import { showToast } from "#ui/toasts.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { Outlet, useLocation, useNavigationType } from "react-router";
import "./layout.css";
import { MobileHeader } from "./MobileHeader.tsx";
import { SideMenu } from "./SideMenu.tsx";
import { TopBar } from "./TopBar.tsx";
import { useIsWide } from "./useIsWide.ts";
import { WhoIsThis } from "./WhoIsThis.tsx";

/** Everything around a signed-in screen. `children` are services that run beside every screen. */
export function ConsoleLayout({ children }: { children?: ReactNode }) {
  const common = useTexts("common");
  const isWide = useIsWide();
  useTopOfNewPages();
  return (
    <div className="c-app">
      <a className="skip" href="#main">
        {common.skipToContent}
      </a>
      {isWide && (
        <aside className="c-side">
          <Ribbon code="SHELL" className="c-strip" />
          <Wordmark name={brand.console} />
          <SideMenu />
          <div className="c-side-foot">
            <WhoIsThis />
          </div>
        </aside>
      )}
      <div className="c-body">
        {isWide ? <TopBar /> : <MobileHeader />}
        <ConnectionBanner />
        <main id="main" tabIndex={-1} className="c-main">
          <Outlet />
        </main>
      </div>
      {children}
    </div>
  );
}

/** Says when the server cannot be reached, and when it can be again. */
function ConnectionBanner() {
  const common = useTexts("common");
  const isOnline = useStore(online);
  const wasOffline = useRef(false);
  useEffect(() => {
    if (isOnline && wasOffline.current) showToast({ kind: "ok", text: common.backOnline });
    wasOffline.current = !isOnline;
  }, [common, isOnline]);
  return isOnline ? null : <Banner kind="offline">{common.offline}</Banner>;
}

/** A new page begins at its top; going back is left to the browser. */
function useTopOfNewPages(): void {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    if (kind !== "POP") scrollTo(0, 0);
  }, [kind, pathname]);
}
