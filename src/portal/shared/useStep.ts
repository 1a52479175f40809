import { useLocation, useNavigate } from "react-router";

/**
 * Which step of a page shows. Each is an entry of the history, so that the browser's own Back goes
 * one step back as well; after a reload the page begins at its first.
 */
export function useStep<Step extends string>(steps: readonly [Step, ...Step[]]) {
  const { state } = useLocation() as { state: unknown };
  const navigate = useNavigate();
  const named =
    typeof state === "object" && state !== null && "step" in state ? state.step : undefined;
  return {
    step: steps.find((step) => step === named) ?? steps[0],
    goTo: (step: Step) => void navigate(".", { state: { step } }),
    /** The step that is left cannot be gone back to. */
    replaceBy: (step: Step) => void navigate(".", { state: { step }, replace: true }),
    back: () => void navigate(-1),
  };
}
