import { texts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { ErrorState } from "#ui/EmptyState.tsx";
import type { ReactNode } from "react";
import { Component } from "react";

/** A screen whose code did not arrive, or that failed while drawing: says so and offers a reload. */
// React has no other way than a class to catch what is thrown while drawing.
export class StartFailure extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate() {
    if (this.state.hasFailed) document.documentElement.dataset["page"] = "ready";
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const common = texts();
    return (
      <main>
        <ErrorState
          title={navigator.onLine ? common.screenFailed : common.offline.nothingSent}
          action={
            <Button look="primary" onClick={() => location.reload()}>
              {common.reload}
            </Button>
          }
        />
      </main>
    );
  }
}
