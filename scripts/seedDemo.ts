import { buildApp, closeApp } from "#server/buildApp.ts";
import { readConfig } from "#server/config.ts";
import { seedDemo } from "#server/demo/seedDemo.ts";

/** Fills an empty database and the sandbox issuer with demo data; where there is data, changes nothing. */
const app = await buildApp(readConfig(), "seed");
if (app.config.NODE_ENV === "production" || app.config.DEMO !== "1") {
  throw new Error("Demo data is only for the demo: set DEMO=1, and never in production.");
}
const { members, staff, issuerCards } = await seedDemo(app);
console.log(
  `Demo data: ${members} members and ${staff} of the staff added, ${issuerCards} cards opened at the sandbox issuer.`,
);
await closeApp(app);
