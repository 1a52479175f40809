import { buildApp, closeApp } from "#server/entry/buildApp.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { seedDemo } from "#demo/seedDemo.ts";

/**
 * Fills an empty database, and the sandbox's issuer, with the demo; where there is data it stays.
 * `environment` is the API's own. Answers how many members were added.
 */
export async function loadDemo(environment: NodeJS.ProcessEnv): Promise<number> {
  const app = await buildApp(readConfig({ ...environment, LOG_LEVEL: "silent" }), "seed");
  try {
    const { members } = await seedDemo(app);
    return members;
  } finally {
    await closeApp(app);
  }
}
