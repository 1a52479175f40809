import { useTexts } from "#portal/texts/texts.ts";
import { Panel, SectionHead } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";

/** The same geometry as what will come, so that nothing moves when it does. */
export function DashboardSkeleton() {
  const texts = useTexts("dashboard");
  return (
    <Loading label={texts.loading}>
      <div className="dash">
        <div className="g-bal">
          <SectionHead title={texts.balances} />
          <Panel>
            {[0, 1, 2].map((row) => (
              <div key={row} className="acct">
                <span className="nm">
                  <Skeleton width="8rem" />
                </span>
                <span className="send">
                  <Skeleton width="4rem" />
                </span>
                <span className="no">
                  <Skeleton width="11rem" />
                </span>
                {row > 0 && (
                  <span className="lbl">
                    <Skeleton width="6rem" />
                    <Skeleton width="5rem" />
                  </span>
                )}
                <span className="lbl">
                  <Skeleton width="6rem" />
                  <span className="amt">
                    <Skeleton width="9rem" />
                  </span>
                </span>
              </div>
            ))}
            <div className="acct acct-sum">
              <span className="lbl">
                <Skeleton width="8rem" />
                <span className="amt">
                  <Skeleton width="9rem" />
                </span>
              </span>
            </div>
          </Panel>
        </div>
        <div className="g-card">
          <SectionHead title={texts.card} />
          <Skeleton width="100%" height="auto" className="sk-card" />
          <div className="cardbal">
            <div>
              <p className="meta">
                <Skeleton width="8rem" />
              </p>
              <p className="amt">
                <Skeleton width="10rem" />
              </p>
            </div>
          </div>
        </div>
        <div className="g-loans">
          <SectionHead title={texts.loans} />
          <div className="loans">
            <Skeleton width="100%" height="18rem" />
            <Skeleton width="100%" height="18rem" />
          </div>
        </div>
      </div>
    </Loading>
  );
}
