import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import "./parts.css";

/** What was read, or that it is being read, or that it could not be. */
export function Loaded<Data>(props: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, isPending, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (!isPending) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Loading>
      <div className="loading-lines">
        <Skeleton width="60%" />
        <Skeleton width="80%" />
        <Skeleton width="70%" />
      </div>
    </Loading>
  );
}
