import { registerHooks } from "node:module";

const ONCE = new URL("argon2Once.ts", import.meta.url).href;

/*
 * Each worker of the tests begins with this: a password of a test is computed once, not with each of its
 * thousands of sign-ins.
 */
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === "@node-rs/argon2" && context.parentURL !== ONCE
      ? { url: ONCE, shortCircuit: true }
      : nextResolve(specifier, context),
});
