import { lazyPage } from "#ui/lazyPart.tsx";
import { Allowed } from "#console/layout/Allowed.tsx";

import { Route } from "react-router";
import { paths } from "./paths.ts";

const JournalPage = lazyPage(async () => (await import("./ledger/JournalPage.tsx")).JournalPage);
const EntryPage = lazyPage(async () => (await import("./ledger/EntryPage.tsx")).EntryPage);
const NewEntryPage = lazyPage(async () => (await import("./ledger/NewEntryPage.tsx")).NewEntryPage);
const AccountsPage = lazyPage(async () => (await import("./ledger/AccountsPage.tsx")).AccountsPage);
const StatementPage = lazyPage(
  async () => (await import("./ledger/StatementPage.tsx")).StatementPage,
);
const TrialBalancePage = lazyPage(
  async () => (await import("./ledger/TrialBalancePage.tsx")).TrialBalancePage,
);
const BalancePage = lazyPage(async () => (await import("./ledger/BalancePage.tsx")).BalancePage);
const DayClosePage = lazyPage(async () => (await import("./ledger/DayClosePage.tsx")).DayClosePage);
const CashPage = lazyPage(async () => (await import("./cash/CashPage.tsx")).CashPage);
const EarningsPage = lazyPage(async () => (await import("./ledger/EarningsPage.tsx")).EarningsPage);
const EarningLinesPage = lazyPage(
  async () => (await import("./ledger/EarningLinesPage.tsx")).EarningLinesPage,
);
const EarningRatesPage = lazyPage(
  async () => (await import("./ledger/EarningRatesPage.tsx")).EarningRatesPage,
);
const SwitchesPage = lazyPage(async () => (await import("./flags/SwitchesPage.tsx")).SwitchesPage);
const PolicyPage = lazyPage(async () => (await import("./policy/PolicyPage.tsx")).PolicyPage);
const FeesPage = lazyPage(async () => (await import("./fees/FeesPage.tsx")).FeesPage);
const CalendarPage = lazyPage(
  async () => (await import("./calendar/CalendarPage.tsx")).CalendarPage,
);
const OfficesPage = lazyPage(async () => (await import("./offices/OfficesPage.tsx")).OfficesPage);
const BanksPage = lazyPage(async () => (await import("./banks/BanksPage.tsx")).BanksPage);
const TemplatesPage = lazyPage(
  async () => (await import("./templates/TemplatesPage.tsx")).TemplatesPage,
);
const JobsPage = lazyPage(async () => (await import("./jobs/JobsPage.tsx")).JobsPage);
const TextsPage = lazyPage(async () => (await import("./jobs/TextsPage.tsx")).TextsPage);
const ExceptionsPage = lazyPage(
  async () => (await import("./jobs/ExceptionsPage.tsx")).ExceptionsPage,
);
const HealthPage = lazyPage(async () => (await import("./health/HealthPage.tsx")).HealthPage);

/** The screens of operations and of the ledger desk. */
export const operationsRoutes = (
  <>
    <Route element={<Allowed action="ledger.view" />}>
      <Route path={paths.ledger} element={<JournalPage />} />
      <Route path={paths.ledgerAccounts} element={<AccountsPage />} />
      <Route path={`${paths.ledgerAccounts}/:ledgerAccountId`} element={<StatementPage />} />
      <Route path={paths.trialBalance} element={<TrialBalancePage />} />
      <Route path={`${paths.trialBalance}/:book/:code`} element={<BalancePage />} />
      <Route path={paths.dayClose} element={<DayClosePage />} />
      <Route path={paths.earnings} element={<EarningsPage />} />
      <Route path={paths.earningRates} element={<EarningRatesPage />} />
      <Route path={paths.earningLines} element={<EarningLinesPage />} />
      <Route path={`${paths.ledger}/:entryId`} element={<EntryPage />} />
    </Route>
    <Route element={<Allowed action="request.manual_journal" />}>
      <Route path={paths.newEntry} element={<NewEntryPage />} />
    </Route>
    <Route element={<Allowed action="cash.view" />}>
      <Route path={paths.cash} element={<CashPage />} />
    </Route>
    <Route element={<Allowed action="flag.view" />}>
      <Route path={paths.switches} element={<SwitchesPage />} />
    </Route>
    <Route element={<Allowed action="request.transfer_setting" />}>
      <Route path={paths.fees} element={<FeesPage />} />
    </Route>
    <Route element={<Allowed action="request.approval_policy" />}>
      <Route path={paths.policy} element={<PolicyPage />} />
    </Route>
    <Route element={<Allowed action="holiday.view" />}>
      <Route path={paths.calendar} element={<CalendarPage />} />
    </Route>
    <Route element={<Allowed action="office.view" />}>
      <Route path={paths.offices} element={<OfficesPage />} />
    </Route>
    <Route element={<Allowed action="bank.view" />}>
      <Route path={paths.banks} element={<BanksPage />} />
    </Route>
    <Route element={<Allowed action="message_template.view" />}>
      <Route path={paths.templates} element={<TemplatesPage />} />
    </Route>
    <Route element={<Allowed action="job.view" />}>
      <Route path={paths.jobs} element={<JobsPage />} />
      <Route path={paths.texts} element={<TextsPage />} />
      <Route path={paths.exceptions} element={<ExceptionsPage />} />
    </Route>
    <Route element={<Allowed action="health.view" />}>
      <Route path={paths.health} element={<HealthPage />} />
    </Route>
  </>
);
