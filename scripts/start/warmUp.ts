/*
 * Loads what API, worker and sandbox load, and ends: Node then finds the stripped and compiled
 * sources in its cache, and the processes that stay do not carry the compiler (25 MB each).
 */
await Promise.all([
  import("#server/entry/buildServer.ts"),
  import("#server/entry/sockets.ts"),
  import("#server/platform/http/metricsServer.ts"),
  import("#server/entry/worker.ts"),
  import("#sandbox/startSandbox.ts"),
]);

export {};
