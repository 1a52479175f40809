import type { TransferDetails } from "#contract/transferDetails.ts";
import { StepList } from "#portal/shared/StepList.tsx";
import { useTexts } from "#portal/texts/texts.ts";

/** What has happened to the transfer and when, the last being how it stands. */
export function Steps({ steps }: Pick<TransferDetails, "steps">) {
  const receipt = useTexts("receipt");
  return (
    <StepList
      id="steps"
      title={receipt.stepsTitle}
      steps={steps.map(({ state, at }) => ({ label: receipt.steps[state], at }))}
    />
  );
}
