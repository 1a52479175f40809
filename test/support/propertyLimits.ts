import fc from "fast-check";

/**
 * A property that fails in a world that goes on can be shrunk for hours, and then the test's own limit ends it without
 * a word of what failed. So the first example that fails is said as it is; its seed and path shrink it by hand.
 */
fc.configureGlobal({ endOnFailure: true });
