import { apiKilled } from "./apiKilled.ts";
import { clockSkew } from "./clockSkew.ts";
import { controlRun, databaseKilled } from "./databaseKilled.ts";
import { drainedAccount } from "./drainedAccount.ts";
import { fsyncError } from "./fsyncError.ts";
import { fullDisk } from "./fullDisk.ts";
import { fsyncs } from "./fsyncs.ts";
import type { Goal } from "./goal.ts";
import { isolation } from "./isolation.ts";
import { lostAnswers } from "./lostAnswers.ts";
import { migrations } from "./migrations.ts";
import { plantedCorruption } from "./plantedCorruption.ts";
import { reconciliation } from "./reconciledInTime.ts";
import { soak } from "./soak.ts";
import { textsAway } from "./textsAway.ts";
import * as elsewhere from "./provenElsewhere.ts";

/** Every goal of reliability in order, and the control that shows that a loss would be seen. */
export const goals: readonly Goal[] = [
  apiKilled,
  databaseKilled,
  controlRun,
  fsyncs,
  lostAnswers,
  drainedAccount,
  plantedCorruption,
  elsewhere.railTimeouts,
  elsewhere.callbackOrders,
  textsAway,
  fullDisk,
  fsyncError,
  clockSkew,
  reconciliation,
  elsewhere.restore,
  elsewhere.failover,
  elsewhere.degraded,
  migrations,
  soak,
  elsewhere.fuzz,
  elsewhere.manyProcesses,
  elsewhere.simulation,
  isolation,
  elsewhere.rollingRestart,
];
