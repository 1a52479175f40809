import { account } from "./account.ts";
import { deductions } from "./deductions.ts";
import { asks } from "./asks.ts";
import { audit } from "./audit.ts";
import { auditActions } from "./auditActions.ts";
import { cards } from "./cards.ts";
import { common } from "./common.ts";
import { cash } from "./cash.ts";
import { earnings } from "./earnings.ts";
import { home } from "./home.ts";
import { idle } from "./idle.ts";
import { imports } from "./imports.ts";
import { jobs } from "./jobs.ts";
import { ledger } from "./ledger.ts";
import { loans } from "./loans.ts";
import { members } from "./members.ts";
import { operations } from "./operations.ts";
import { reconciliation } from "./reconciliation.ts";
import { requests } from "./requests.ts";
import { schedules } from "./schedules.ts";
import { search } from "./search.ts";
import { shell } from "./shell.ts";
import { signIn } from "./signIn.ts";
import { staff } from "./staff.ts";
import { table } from "./table.ts";
import { transfers } from "./transfers.ts";

export const all = {
  account,
  deductions,
  asks,
  audit,
  auditActions,
  cards,
  common,
  cash,
  earnings,
  home,
  idle,
  imports,
  jobs,
  ledger,
  loans,
  members,
  operations,
  reconciliation,
  requests,
  schedules,
  search,
  shell,
  signIn,
  staff,
  table,
  transfers,
};
