import { branchesRead } from "#console/api/branches.ts";
import { useTexts } from "#console/texts/texts.ts";
import type { StaffAccount } from "#contract/staff/accounts.ts";
import { STAFF_ROLES } from "#contract/staff/actions.ts";
import type { WantedRole } from "#contract/staff/staffPayloads.ts";
import { FieldError } from "#ui/Field.tsx";
import { SelectField } from "#ui/SelectField.tsx";
import { useQuery } from "@tanstack/react-query";

const EVERYWHERE = "*";

type Held = StaffAccount["roles"];

/**
 * One choice for each role: not held, in one branch, in all, or as it is where that is several. As it is
 * comes first, and with the account: branches that come later take no choice away.
 */
export function RoleFields({ held, error }: { held: Held; error: string | undefined }) {
  const texts = useTexts("staff");
  const shell = useTexts("shell");
  // Fields that were not there yet would ask for no role at all.
  const { data: branches = [] } = useQuery(branchesRead());
  return (
    <fieldset className="c-role-fields">
      <legend>{texts.roles}</legend>
      {STAFF_ROLES.map((role) => {
        const values = valuesOf(held, role);
        const now = values.join(",");
        return (
          <SelectField
            key={role}
            label={shell.roles[role]}
            name={`role.${role}`}
            defaultValue={now}
            error={undefined}
          >
            <option value="">{texts.notHeld}</option>
            <option value={EVERYWHERE}>{texts.everyBranch}</option>
            {now !== "" && now !== EVERYWHERE && (
              <option value={now}>
                {held
                  .filter((each) => each.role === role)
                  .map(({ officeName }) => officeName)
                  .join(", ")}
              </option>
            )}
            {branches
              .filter(({ id }) => id !== now)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
        );
      })}
      <FieldError id={undefined} error={error} />
    </fieldset>
  );
}

/** The roles that these fields ask for. */
export function wantedRoles(field: (name: string) => string): WantedRole[] {
  return STAFF_ROLES.flatMap((role) =>
    field(`role.${role}`)
      .split(",")
      .filter((value) => value !== "")
      .map((value) => ({ role, officeId: value === EVERYWHERE ? null : value })),
  );
}

function valuesOf(held: Held, role: WantedRole["role"]): string[] {
  return held.filter((each) => each.role === role).map(({ officeId }) => officeId ?? EVERYWHERE);
}
