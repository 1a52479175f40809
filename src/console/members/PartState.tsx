import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

/** One part of a file as it is being read: a skeleton, what went wrong, or its contents. */
export function PartState<Data>(props: {
  read: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, isPending, refetch } = props.read;
  if (isPending) {
    return (
      <Loading>
        <Panel padded>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
          <Skeleton width="70%" />
        </Panel>
      </Loading>
    );
  }
  if (data === undefined) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return <div className="m-part">{props.children(data)}</div>;
}
