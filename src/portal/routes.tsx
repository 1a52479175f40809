import { CAMERA_PAGE } from "#common/cameraPage.ts";
import { agedPassword, wayBack } from "#portal/api/sessionState.ts";
import { isTransferReference } from "#contract/transferReference.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { SignedInLayout } from "#portal/layout/SignedInLayout.tsx";
import { currentLanguage, loadTexts } from "#portal/texts/texts.ts";
import { lazyPage } from "#ui/lazyPart.tsx";
import { type ComponentType, Suspense } from "react";
import { Navigate, Outlet, Route, Routes, useLocation, useParams } from "react-router";
import { DashboardPage } from "./dashboard/DashboardPage.tsx";
import { FeatureGate } from "./layout/FeatureGate.tsx";
import { NotFoundPage } from "./layout/NoPage.tsx";
import { NotificationBell } from "./notifications/NotificationBell.tsx";
import { isMemberPage, PUBLIC_PATHS } from "./memberPage.ts";
import { addressAskedFor, paths } from "./paths.ts";

// The member's texts come with the member's screens, so that these never stand there speechless.
await loadTexts(currentLanguage(), "member");

const TransferFundsPage = lazyPage(
  async () => (await import("./transfers/TransferFundsPage.tsx")).TransferFundsPage,
);
const QrCodePage = lazyPage(async () => (await import("./transfers/QrCodePage.tsx")).QrCodePage);
const SchedulesPage = lazyPage(
  async () => (await import("./schedules/SchedulesPage.tsx")).SchedulesPage,
);
const TransactionDetailsPage = lazyPage(
  async () => (await import("./transfers/TransactionDetailsPage.tsx")).TransactionDetailsPage,
);
const TransactionHistoryPage = lazyPage(
  async () => (await import("./history/TransactionHistoryPage.tsx")).TransactionHistoryPage,
);
const CardTransactionPage = lazyPage(
  async () => (await import("./history/CardTransactionPage.tsx")).CardTransactionPage,
);
/** A screen of the card, with its texts. */
function lazyCard(load: () => Promise<ComponentType>) {
  return lazyPage(async () => {
    const [page] = await Promise.all([load(), loadTexts(currentLanguage(), "cardScreens")]);
    return page;
  });
}

const CardSettingsPage = lazyCard(
  async () => (await import("./card/CardSettingsPage.tsx")).CardSettingsPage,
);
const SpendingPage = lazyCard(
  async () => (await import("./history/SpendingPage.tsx")).SpendingPage,
);
const ApplyVisaCardPage = lazyCard(
  async () => (await import("./cardApplication/ApplyVisaCardPage.tsx")).ApplyVisaCardPage,
);
const SetAtmPinPage = lazyCard(
  async () => (await import("./cardUse/SetAtmPinPage.tsx")).SetAtmPinPage,
);
const ChangePinPage = lazyCard(
  async () => (await import("./cardUse/ChangePinPage.tsx")).ChangePinPage,
);
const ResetPinPage = lazyCard(
  async () => (await import("./cardUse/ResetPinPage.tsx")).ResetPinPage,
);
const ChangeCvvPage = lazyCard(
  async () => (await import("./cardUse/ChangeCvvPage.tsx")).ChangeCvvPage,
);
const TransactionLimitPage = lazyCard(
  async () => (await import("./cardUse/TransactionLimitPage.tsx")).TransactionLimitPage,
);
const LostCardPage = lazyCard(
  async () => (await import("./cardUse/LostCardPage.tsx")).LostCardPage,
);
/** A screen of loans, with its texts. */
function lazyLoan(load: () => Promise<ComponentType>) {
  return lazyPage(async () => {
    const [page] = await Promise.all([load(), loadTexts(currentLanguage(), "loanScreens")]);
    return page;
  });
}

const ApplyForLoansPage = lazyLoan(
  async () => (await import("./loans/ApplyForLoansPage.tsx")).ApplyForLoansPage,
);
const LoanApplicationPage = lazyLoan(
  async () => (await import("./loans/LoanApplicationPage.tsx")).LoanApplicationPage,
);
const LoansPage = lazyLoan(async () => (await import("./loans/LoansPage.tsx")).LoansPage);
const LoanAccountPage = lazyLoan(
  async () => (await import("./loans/LoanAccountPage.tsx")).LoanAccountPage,
);
const AccountPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import("./accounts/AccountPage.tsx"),
    loadTexts(currentLanguage(), "loanScreens"),
  ]);
  return page.AccountPage;
});
/** A screen of safety, with its texts. */
function lazySafety(load: () => Promise<ComponentType>) {
  return lazyPage(async () => {
    const [page] = await Promise.all([load(), loadTexts(currentLanguage(), "safetyScreens")]);
    return page;
  });
}

const SafetyPage = lazySafety(async () => (await import("./safety/SafetyPage.tsx")).SafetyPage);
const ActivityPage = lazySafety(
  async () => (await import("./safety/ActivityPage.tsx")).ActivityPage,
);
const NoticesPage = lazySafety(async () => (await import("./safety/NoticesPage.tsx")).NoticesPage);
const ComeBackInside = lazySafety(
  async () => (await import("./comeBack/ComeBackInside.tsx")).ComeBackInside,
);
const VerifyInside = lazyPage(async () => {
  const [page] = await Promise.all([
    import("./verify/VerifyInside.tsx"),
    loadTexts(currentLanguage(), "access"),
  ]);
  return page.VerifyInside;
});
const UpdatePasswordPage = lazyPage(
  async () => (await import("./password/UpdatePasswordPage.tsx")).UpdatePasswordPage,
);

/** Everything a signed-in member can reach. Public paths lead to the dashboard. */
export function MemberRoutes() {
  return (
    <Routes>
      <Route element={<SignedInLayout bell={<NotificationBell />} />}>
        <Route element={<Waiting />}>
          <Route path="/" element={<ToMemberPart />} />
          <Route path={paths.dashboard} element={<DashboardPage />} />
          <Route element={<FeatureGate feature="loans" />}>
            <Route path={paths.applyForLoans} element={<ApplyForLoansPage />} />
          </Route>
          <Route
            path={`${paths.loanApplications}/:applicationNo`}
            element={<LoanApplicationPage />}
          />
          <Route path={paths.loans} element={<LoansPage />} />
          <Route path={`${paths.loans}/:loanNo`} element={<LoanAccountPage />} />
          <Route path={`${paths.accounts}/:accountNo`} element={<AccountPage />} />
          <Route path={paths.safety} element={<SafetyPage />} />
          <Route path={paths.activity} element={<ActivityPage />} />
          <Route path={paths.notices} element={<NoticesPage />} />
          <Route path={paths.comeBack} element={<ComeBackInside />} />
          <Route path={paths.verify} element={<VerifyInside />} />
          <Route path={paths.schedules} element={<SchedulesPage />} />
          <Route path={paths.updatePassword} element={<UpdatePasswordPage />} />
          <Route element={<FeatureGate feature="transferFunds" />}>
            <Route path={paths.transferFunds} element={<TransferFundsPage />} />
            <Route path={CAMERA_PAGE} element={<QrCodePage />} />
          </Route>
          <Route element={<FeatureGate feature="transactionHistory" />}>
            <Route path={paths.transactionHistory} element={<TransactionHistoryPage />} />
            <Route path={paths.spending} element={<SpendingPage />} />
          </Route>
          <Route
            path={`${paths.transactionDetails}/:refNo?/:tranDate?`}
            element={<TransactionPage />}
          />
          <Route element={<FeatureGate feature="cardSettings" />}>
            <Route path={paths.cardSettings} element={<CardSettingsPage />} />
            <Route path={paths.changePin} element={<ChangePinPage />} />
            <Route path={paths.resetPin} element={<ResetPinPage />} />
            <Route path={paths.changeCvv} element={<ChangeCvvPage />} />
            <Route path={paths.lostCard} element={<LostCardPage />} />
            <Route path={paths.transactionLimit} element={<TransactionLimitPage />} />
          </Route>
          {["", "/type/:type"].map((type) => (
            <Route key={type}>
              <Route path={`${paths.applyVisaCard}${type}`} element={<ApplyVisaCardPage />} />
              <Route path={`${paths.setAtmPin}${type}`} element={<SetAtmPinPage />} />
            </Route>
          ))}
          {PUBLIC_PATHS.map((path) => (
            <Route key={path} path={path} element={<ToMemberPart />} />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Route>
    </Routes>
  );
}

/**
 * A transfer has its receipt, which whoever sends money gets whether the history is switched on or off;
 * everything else that moved on the card its details, which belong to the history.
 */
function TransactionPage() {
  const { refNo } = useParams();
  return refNo !== undefined && isTransferReference(refNo) ? (
    <TransactionDetailsPage />
  ) : (
    <FeatureGate feature="transactionHistory">
      <CardTransactionPage />
    </FeatureGate>
  );
}

function Waiting() {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  );
}

/**
 * Back to where a session ran out, if it was this member's, or on to the address that was asked for before; else
 * the dashboard, which is also where a password that is old is spoken of.
 */
function ToMemberPart() {
  const guid = useGuid();
  const way = wayBack.get();
  const asked = addressAskedFor(useLocation().state);
  if (way?.guid === guid) return <Navigate to={way.path} replace />;
  const leadsOn =
    asked !== undefined && agedPassword.get() === "" && isMemberPage(asked, location.origin);
  return <Navigate to={leadsOn ? asked : paths.dashboard} replace />;
}
