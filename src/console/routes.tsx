import { endedBecause, sessionState } from "#console/api/session.ts";
import { IdleDialog } from "#console/idle/IdleDialog.tsx";
import { Allowed } from "#console/layout/Allowed.tsx";
import { ConsoleLayout } from "#console/layout/ConsoleLayout.tsx";
import { NotFoundPage } from "#console/layout/NoPage.tsx";
import { useStore } from "#ui/store.ts";
import { lazyPage } from "#ui/lazyPart.tsx";
import { type ReactNode, Suspense } from "react";
import { Navigate, Outlet, Route, Routes, useLocation } from "react-router";
import { cardRoutes } from "./cardRoutes.tsx";
import { loanRoutes } from "./loanRoutes.tsx";
import { operationsRoutes } from "./operationsRoutes.tsx";
import { paths } from "./paths.ts";
import { transferRoutes } from "./transferRoutes.tsx";

/** Without a frame of the console. */
const alone = { around: ({ children }: { children: ReactNode }) => <main>{children}</main> };

const SignInPage = lazyPage(
  async () => (await import("./signIn/SignInPage.tsx")).SignInPage,
  alone,
);
const EnrolPage = lazyPage(async () => (await import("./signIn/EnrolPage.tsx")).EnrolPage, alone);
const StaffPage = lazyPage(async () => (await import("./staff/StaffPage.tsx")).StaffPage);
const RoleTablePage = lazyPage(
  async () => (await import("./staff/RoleTablePage.tsx")).RoleTablePage,
);
const HomePage = lazyPage(async () => (await import("./home/HomePage.tsx")).HomePage);
const PasswordPage = lazyPage(
  async () => (await import("./account/PasswordPage.tsx")).PasswordPage,
);
const AuditPage = lazyPage(async () => (await import("./audit/AuditPage.tsx")).AuditPage);
const RequestsPage = lazyPage(
  async () => (await import("./requests/RequestsPage.tsx")).RequestsPage,
);
const SearchPage = lazyPage(async () => (await import("./search/SearchPage.tsx")).SearchPage);

const MembersPage = lazyPage(async () => (await import("./members/MembersPage.tsx")).MembersPage);
const MemberPage = lazyPage(async () => (await import("./members/MemberPage.tsx")).MemberPage);
const SafetyWatchPage = lazyPage(
  async () => (await import("./members/SafetyWatchPage.tsx")).SafetyWatchPage,
);
const ImportsPage = lazyPage(async () => (await import("./imports/ImportsPage.tsx")).ImportsPage);
const ImportPage = lazyPage(async () => (await import("./imports/ImportPage.tsx")).ImportPage);

/** Every screen of the console. Signed out there is the sign-in only; it leads back afterwards. */
export function ConsoleRoutes() {
  const isSignedIn = useStore(sessionState).name === "signed_in";
  return (
    <Routes>
      <Route element={<Waiting />}>
        <Route path={paths.signIn} element={isSignedIn ? <WayBack /> : <SignInPage />} />
        <Route path={paths.enrol} element={isSignedIn ? <WayBack /> : <EnrolPage />} />
      </Route>
      <Route element={isSignedIn ? <SignedIn /> : <ToSignIn />}>
        <Route element={<Waiting />}>
          {operationsRoutes}
          {cardRoutes}
          <Route element={<Allowed action="member.search" />}>
            <Route path={paths.members} element={<MembersPage />} />
          </Route>
          <Route element={<Allowed action="safety_watch.view" />}>
            <Route path={paths.safetyWatch} element={<SafetyWatchPage />} />
          </Route>
          <Route element={<Allowed action="member.view" />}>
            <Route path={paths.member} element={<MemberPage />} />
          </Route>
          <Route element={<Allowed action="import.view" />}>
            <Route path={paths.imports} element={<ImportsPage />} />
            <Route path={paths.import} element={<ImportPage />} />
          </Route>
          <Route path={paths.home} element={<HomePage />} />
          <Route path={paths.ownPassword} element={<PasswordPage />} />
          <Route element={<Allowed action="member.search" />}>
            <Route path={paths.search} element={<SearchPage />} />
          </Route>
          <Route element={<Allowed action="request.view" />}>
            <Route path={paths.requests} element={<RequestsPage />} />
          </Route>
          {transferRoutes}
          {loanRoutes}
          <Route element={<Allowed action="audit.view" />}>
            <Route path={paths.audit} element={<AuditPage />} />
          </Route>
          <Route element={<Allowed action="staff.view" />}>
            <Route path={paths.staff} element={<StaffPage />} />
          </Route>
          <Route element={<Allowed action="role_table.view" />}>
            <Route path={paths.roles} element={<RoleTablePage />} />
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Route>
    </Routes>
  );
}

function SignedIn() {
  return (
    <ConsoleLayout>
      <IdleDialog />
    </ConsoleLayout>
  );
}

function Waiting() {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  );
}

/** To the sign-in; remembers where from, but for somebody who has just gone. */
function ToSignIn() {
  const { pathname, search } = useLocation();
  const from = endedBecause.get() === "logout" ? undefined : pathname + search;
  return <Navigate to={paths.signIn} state={{ from }} replace />;
}

function WayBack() {
  const { state } = useLocation();
  // Only ToSignIn sets it.
  const { from } = (state ?? {}) as { from?: string };
  return <Navigate to={from ?? paths.home} replace />;
}
