/** What the server may refuse at the members' desk. Part of refusals.ts. */
export const memberDeskRefusals = {
  search_too_wide: {
    http: 422,
    param: "search",
    en: "Name two things at least, or a membership number, username or reference.",
    fil: "Magbigay ng dalawang bagay man lang, o ng membership number, username o reference.",
  },
  no_such_member: {
    http: 422,
    param: "lastName",
    en: "No member has this membership number and this last name. Please check both.",
    fil: "Walang miyembrong may ganitong membership number at apelyido. Suriin ang dalawa.",
  },
  member_has_access: {
    http: 409,
    en: "This member has online access already.",
    fil: "May online access na ang miyembrong ito.",
  },
  member_closed_by_staff: {
    http: 409,
    en: "Online access of this member was closed by staff. Ask for it to be opened first.",
    fil: "Isinara ng staff ang online access ng miyembrong ito. Hilingin munang buksan ito.",
  },
  member_has_no_card: {
    http: 409,
    en: "This member has no card.",
    fil: "Walang card ang miyembrong ito.",
  },
} as const;
