import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import "./table.css";

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Grey bars where rows will stand. */
export function TableSkeleton({ columns }: { columns: number }) {
  const cells = Array.from({ length: columns }, (_, column) => `c${column}`);
  return (
    <Loading>
      <div className="t-skeleton">
        {ROWS.map((row) => (
          <div key={row}>
            {cells.map((cell) => (
              <Skeleton key={cell} width="70%" />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}
