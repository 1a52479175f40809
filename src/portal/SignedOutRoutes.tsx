import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";
import { LoginPage } from "./login/LoginPage.tsx";

const HelpPage = lazy(async () => ({ default: (await import("./login/HelpPage.tsx")).HelpPage }));
const TermsPage = lazy(async () => ({ default: (await import("./login/HelpPage.tsx")).TermsPage }));

/** What can be reached without signing in; any other path leads to the login. */
export function SignedOutRoutes() {
  return (
    <Suspense>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/signup" element={<HelpPage about="signup" />} />
        <Route path="/forgot" element={<HelpPage about="forgot" />} />
        <Route path="/terms-and-conditions" element={<TermsPage />} />
        <Route path="*" element={<Navigate to="/login" replace />} />
      </Routes>
    </Suspense>
  );
}
