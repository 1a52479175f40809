import { texts } from "#console/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { ErrorState } from "#ui/EmptyState.tsx";
import { Component, type ReactNode } from "react";

/** What shows when a screen throws while drawing or cannot be fetched: a sentence and a fresh start. */
// React has no other way than a class to catch what is thrown while drawing.
export class ScreenFailure extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const common = texts("common");
    return (
      <main>
        <ErrorState
          title={common.screenFailed}
          action={<Button onClick={() => location.reload()}>{common.reload}</Button>}
        />
      </main>
    );
  }
}
