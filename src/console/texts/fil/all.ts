import { audit } from "./audit.ts";
import type { all as english } from "#console/texts/en/all.ts";
import { common } from "./common.ts";
import { home } from "./home.ts";
import { idle } from "./idle.ts";
import { jobs } from "./jobs.ts";
import { ledger } from "./ledger.ts";
import { operations } from "./operations.ts";
import { imports } from "./imports.ts";
import { members } from "./members.ts";
import { search } from "./search.ts";
import { shell } from "./shell.ts";
import { signIn } from "./signIn.ts";
import { staff } from "./staff.ts";
import { table } from "./table.ts";
import { transfers } from "./transfers.ts";

export const all: typeof english = {
  audit,
  common,
  home,
  idle,
  jobs,
  ledger,
  operations,
  imports,
  members,
  search,
  shell,
  signIn,
  staff,
  table,
  transfers,
};
