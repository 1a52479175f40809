import { Allowed } from "#console/layout/Allowed.tsx";
import { lazy } from "react";
import { Route } from "react-router";
import { paths } from "./paths.ts";

const JournalPage = lazy(async () => ({
  default: (await import("./ledger/JournalPage.tsx")).JournalPage,
}));
const EntryPage = lazy(async () => ({
  default: (await import("./ledger/EntryPage.tsx")).EntryPage,
}));
const NewEntryPage = lazy(async () => ({
  default: (await import("./ledger/NewEntryPage.tsx")).NewEntryPage,
}));
const AccountsPage = lazy(async () => ({
  default: (await import("./ledger/AccountsPage.tsx")).AccountsPage,
}));
const StatementPage = lazy(async () => ({
  default: (await import("./ledger/StatementPage.tsx")).StatementPage,
}));
const TrialBalancePage = lazy(async () => ({
  default: (await import("./ledger/TrialBalancePage.tsx")).TrialBalancePage,
}));
const DayClosePage = lazy(async () => ({
  default: (await import("./ledger/DayClosePage.tsx")).DayClosePage,
}));
const SwitchesPage = lazy(async () => ({
  default: (await import("./flags/SwitchesPage.tsx")).SwitchesPage,
}));
const FeesPage = lazy(async () => ({
  default: (await import("./fees/FeesPage.tsx")).FeesPage,
}));
const CalendarPage = lazy(async () => ({
  default: (await import("./calendar/CalendarPage.tsx")).CalendarPage,
}));
const OfficesPage = lazy(async () => ({
  default: (await import("./offices/OfficesPage.tsx")).OfficesPage,
}));
const BanksPage = lazy(async () => ({
  default: (await import("./banks/BanksPage.tsx")).BanksPage,
}));
const TemplatesPage = lazy(async () => ({
  default: (await import("./templates/TemplatesPage.tsx")).TemplatesPage,
}));
const JobsPage = lazy(async () => ({
  default: (await import("./jobs/JobsPage.tsx")).JobsPage,
}));
const TextsPage = lazy(async () => ({
  default: (await import("./jobs/TextsPage.tsx")).TextsPage,
}));
const ExceptionsPage = lazy(async () => ({
  default: (await import("./jobs/ExceptionsPage.tsx")).ExceptionsPage,
}));
const HealthPage = lazy(async () => ({
  default: (await import("./health/HealthPage.tsx")).HealthPage,
}));

/** The screens of operations and of the ledger desk. */
export const operationsRoutes = (
  <>
    <Route element={<Allowed action="ledger.view" />}>
      <Route path={paths.ledger} element={<JournalPage />} />
      <Route path={paths.ledgerAccounts} element={<AccountsPage />} />
      <Route path={`${paths.ledgerAccounts}/:ledgerAccountId`} element={<StatementPage />} />
      <Route path={paths.trialBalance} element={<TrialBalancePage />} />
      <Route path={paths.dayClose} element={<DayClosePage />} />
      <Route path={`${paths.ledger}/:entryId`} element={<EntryPage />} />
    </Route>
    <Route element={<Allowed action="request.manual_journal" />}>
      <Route path={paths.newEntry} element={<NewEntryPage />} />
    </Route>
    <Route element={<Allowed action="flag.view" />}>
      <Route path={paths.switches} element={<SwitchesPage />} />
    </Route>
    <Route element={<Allowed action="request.transfer_setting" />}>
      <Route path={paths.fees} element={<FeesPage />} />
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
