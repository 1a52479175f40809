export const resetActivation = async (..._a: unknown[]) => {};
