import { brand } from "#brand";
import type { OfficesTexts } from "#portal/texts/en/offices.ts";

export const offices: OfficesTexts = {
  loans: {
    title: "Mag-apply ng Loan",
    lead: `Para mag-apply ng loan, pumunta sa ${brand.product} office o tumawag sa member care.`,
    types: "Mga loan na puwedeng hingin",
    submitted: "Naisumite ang loan application",
  },
  callTitle: "Tumawag sa member care",
  callBody: "Ihanda ang inyong membership number.",
  visitTitle: "Pumunta sa office",
  visitBody: `Pumunta sa ${brand.offices.head}, ${brand.offices.branch} o satellite office na pinakamalapit sa inyo.`,
  details: "Ang inyong detalye",
  name: "Pangalan",
  membershipNo: "Membership No.",
  office: "Inyong office",
  notAvailable: "N/A",
};
