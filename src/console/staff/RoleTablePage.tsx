import { LoadFailed } from "#console/layout/LoadFailed.tsx";
import { PageHead } from "#client/PageHead.tsx";
import { useTexts } from "#console/texts/texts.ts";
import { STAFF_ROLES, type StaffAction, type StaffRole } from "#contract/staff/actions.ts";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { actionName, areaOf } from "./actionNames.ts";
import { roleTableRead } from "./reads.ts";
import "./staff.css";

type Scope = "own" | "all";
type Row = { action: StaffAction; scopes: ReadonlyMap<StaffRole, Scope> };

/** Who may do what: the table that the server enforces, as it is now. */
export function RoleTablePage() {
  const texts = useTexts("staff");
  const { data, error, isPending, refetch } = useQuery(roleTableRead());
  const rows = data?.map(({ action, roles }) => ({
    action,
    scopes: new Map(roles.map(({ role, scope }) => [role, scope])),
  }));
  return (
    <div className="c-page c-roles-page">
      <PageHead title={texts.tableTitle} after={<p className="sub">{texts.tableLead}</p>} />
      {isPending && (
        <Loading>
          <Skeleton width="60%" />
        </Loading>
      )}
      {!isPending && rows === undefined && (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      )}
      {rows !== undefined && <RoleTable rows={rows} />}
    </div>
  );
}

function RoleTable({ rows }: { rows: readonly Row[] }) {
  const texts = useTexts("staff");
  const shell = useTexts("shell");
  const areas = [...new Set(rows.map(({ action }) => areaOf(action)))];
  return (
    // Wider than a phone: it scrolls by itself, with keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys
    <section className="c-roles" aria-label={texts.tableTitle} tabIndex={0}>
      <table>
        <caption className="sr">{texts.tableTitle}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.action}</th>
            {STAFF_ROLES.map((role) => (
              <th key={role} scope="col">
                {shell.roles[role]}
              </th>
            ))}
          </tr>
        </thead>
        {areas.map((area) => (
          <tbody key={area}>
            {rows
              .filter(({ action }) => areaOf(action) === area)
              .map(({ action, scopes }) => (
                <tr key={action}>
                  <th scope="row">
                    {actionName(texts, action)}
                    <code>{action}</code>
                  </th>
                  {STAFF_ROLES.map((role) => (
                    <td key={role}>
                      <ScopeMark scope={scopes.get(role)} />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function ScopeMark({ scope }: { scope: Scope | undefined }) {
  const texts = useTexts("staff");
  if (scope === undefined) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="sr">{texts.scopes.none}</span>
      </>
    );
  }
  return <span className={`c-scope ${scope}`}>{texts.scopes[scope]}</span>;
}
