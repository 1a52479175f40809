type Named = { first_name: string; middle_name: string; last_name: string; qualifier: string };

/** 'Peña, Ana B. Jr.', as the staff's lists show a member. */
export function fullName(member: Named): string {
  const initial = Array.from(member.middle_name)[0];
  const given = [member.first_name, initial === undefined ? "" : `${initial}.`, member.qualifier];
  return `${member.last_name}, ${given.filter((part) => part !== "").join(" ")}`;
}
