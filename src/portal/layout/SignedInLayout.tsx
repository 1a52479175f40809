import { guardBackForward } from "#portal/api/backForward.ts";
import { watchMember } from "#portal/api/idle.ts";
import { followSession, queryClient } from "#portal/api/queries.ts";
import { pollNotifications } from "#portal/api/pollNotifications.ts";
import { configRead } from "#portal/api/reads.ts";
import { listenToServer } from "#portal/api/realtime.ts";
import { followOtherTabs } from "#portal/api/session.ts";
import { followBalances } from "#portal/api/followBalances.ts";
import { followInstalling } from "#portal/api/installing.ts";
import { followPush } from "#portal/api/followPush.ts";
import { followReleases } from "#portal/api/release.ts";
import { followLanguage } from "#portal/api/tellLanguage.ts";
import { profileState, sessionState } from "#portal/api/sessionState.ts";
import { keepsPlace } from "#portal/paths.ts";
import { watchConnection } from "#client/reconnect.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { announced, forgetAnnounced } from "#portal/shared/announce.ts";
import { FreezeInMenu } from "#portal/shared/FreezeInMenu.tsx";
import { whyNoTransfer } from "#portal/shared/cardStanding.ts";
import { useStore } from "#ui/store.ts";
import { Ribbon } from "#ui/Ribbon.tsx";
import { Wordmark } from "#ui/Mark.tsx";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Outlet, useLocation, useNavigationType } from "react-router";
import { AskForConsent } from "./AskForConsent.tsx";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { useArrival, usePlace } from "./goingTo.ts";
import { IdleDialog } from "./IdleDialog.tsx";
import "./layout.css";
import "./page.css";
import { LogOut } from "./LogOut.tsx";
import { menuItems } from "./menu.ts";
import { MenuList } from "./MenuList.tsx";
import { MobileHeader, TabBar } from "./MobileNav.tsx";
import { PageFoot } from "./PageFoot.tsx";
import { ReleaseOffer } from "./ReleaseOffer.tsx";
import { TopBar } from "./TopBar.tsx";
import { useNotificationEvents } from "./useNotificationEvents.ts";
import { usePressedNotices } from "./usePressedNotices.ts";
import { WhoCard } from "./WhoCard.tsx";

/** Everything around a signed-in screen, and the services that run while a session stands. */
export function SignedInLayout({ bell }: { bell: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell bell={bell} />
    </QueryClientProvider>
  );
}

function Shell({ bell }: { bell: ReactNode }) {
  const common = useTexts("common");
  const texts = useTexts("shell");
  const { data: config } = useQuery(configRead());
  const profile = useStore(profileState);
  const items = menuItems(texts, config?.features, profile && whyNoTransfer(profile));
  useServices();
  useNotificationEvents();
  usePressedNotices();
  useTopOfNewPages();
  return (
    <div className="app">
      <a className="skip" href="#main">
        {common.skipToContent}
      </a>
      <aside className="side">
        <Ribbon code="SHELL" className="side-strip" />
        <Wordmark />
        <WhoCard />
        <nav aria-label={texts.mainMenu}>
          <MenuList items={items} />
        </nav>
        <FreezeInMenu />
        <LogOut />
      </aside>
      <div className="page">
        <MobileHeader items={items} bell={bell} />
        <TopBar bell={bell} />
        <ConnectionBanner />
        <ReleaseOffer />
        <OnTheWay />
        <Announced />
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <PageFoot />
        <TabBar items={items} />
      </div>
      <AskForConsent />
      <IdleDialog />
    </div>
  );
}

/** A page is fetched: said after a moment, for what comes at once needs no word. */
function OnTheWay() {
  const texts = useTexts("shell");
  const { isOnTheWay } = usePlace();
  useArrival();
  return (
    <output className={isOnTheWay ? "on-the-way" : undefined}>
      {isOnTheWay && <span className="sr">{texts.opening}</span>}
    </output>
  );
}

/** What was last done on this page, for the ear alone. The same words said again are new ones. */
function Announced() {
  const said = useStore(announced);
  const here = useLocation().pathname;
  const session = useStore(sessionState);
  useEffect(() => () => forgetAnnounced(here), [here]);
  const isOfNow =
    said?.pathname === here && session.name === "signed_in" && said.epoch === session.epoch;
  return (
    <output className="sr announced">{isOfNow && <span key={said.id}>{said.text}</span>}</output>
  );
}

function useServices(): void {
  useEffect(() => {
    const stops = [
      followOtherTabs(),
      followSession(),
      followLanguage(),
      watchMember(),
      listenToServer(),
      pollNotifications(),
      watchConnection(),
      guardBackForward(),
      followBalances(),
      followInstalling(),
      followReleases(),
      followPush(),
    ];
    return () => {
      for (const stop of stops) stop();
      queryClient.clear();
    };
  }, []);
}

/** A new page begins at its top; going back is left to the browser, and to a list that knows its place. */
function useTopOfNewPages(): void {
  const { pathname, state } = useLocation();
  const kind = useNavigationType();
  const isKept = keepsPlace(state);
  useEffect(() => {
    if (kind !== "POP" && !isKept) scrollTo(0, 0);
  }, [kind, pathname, isKept]);
}
