import { frozenAnswer } from "#portal/api/freezeState.ts";
import { afterEnd } from "#portal/api/endedText.ts";
import { endedWhy, hadSession } from "#portal/api/sessionState.ts";
import { currentLanguage, loadTexts, useTexts } from "#portal/texts/texts.ts";
import { lazyPage } from "#ui/lazyPart.tsx";
import { type ComponentType, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { SignedOutLayout } from "./layout/SignedOutLayout.tsx";
import { LoginPage } from "./login/LoginPage.tsx";
import { asksFor, paths } from "./paths.ts";

const SignUpPage = publicPage(
  async () => (await withTexts(import("./signup/SignUpPage.tsx"))).SignUpPage,
);
const ForgotPage = publicPage(
  async () => (await withTexts(import("./recovery/ForgotPage.tsx"))).ForgotPage,
);
const ForgotPasswordPage = publicPage(
  async () => (await withTexts(import("./recovery/ForgotPasswordPage.tsx"))).ForgotPasswordPage,
);
const RarePage = publicPage(async () => (await withTexts(import("./RarePage.tsx"))).RarePage);
const DocumentPage = publicPage(
  async () => (await import("./terms/DocumentPage.tsx")).DocumentPage,
);

/** A page with the frame of all of them, which stands also where its code could not be fetched. */
function publicPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazyPage(load, { around: SignedOutLayout });
}

/** A page of sign-up or recovery uses texts that the login does not fetch. */
async function withTexts<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, loadTexts(currentLanguage(), "access")]);
  return loaded;
}

/** Fetched together, as few ever see any of them. */
const RARE = [
  "forgotUsername",
  "comeBack",
  "status",
  "someoneElse",
  "frozen",
  "unfreeze",
  "verify",
] as const;

/** What can be reached without signing in; any other path leads to the login. */
export function SignedOutRoutes() {
  return (
    <Suspense fallback={<ComingPage />}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/signup" element={<SignUpPage />} />
        <Route path="/forgot" element={<ForgotPage />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/terms-and-conditions" element={<DocumentPage key="terms" name="terms" />} />
        <Route path="/privacy" element={<DocumentPage key="privacy" name="privacy" />} />
        {RARE.map((name) => (
          <Route key={name} path={paths[name]} element={<RarePage name={name} />} />
        ))}
        <Route path="*" element={<ToStart />} />
      </Routes>
    </Suspense>
  );
}

/**
 * The login, which leads on to the address that was asked for; where the session ended with a freeze, what that
 * means. Who has just left is done with the page they left.
 */
function ToStart() {
  const { pathname, search } = useLocation();
  const state = hadSession() ? afterEnd(endedWhy.get()) : asksFor(pathname + search);
  return <Navigate to={frozenAnswer.get() ? paths.frozen : paths.login} replace state={state} />;
}

/** The frame, until a page that was asked for by its address has arrived. */
function ComingPage() {
  const { words } = useTexts("common");
  return (
    <SignedOutLayout>
      <output className="coming meta">{words.loading}</output>
    </SignedOutLayout>
  );
}
