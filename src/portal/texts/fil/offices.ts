import { brand } from "#brand";
import type { OfficesTexts } from "#portal/texts/en/offices.ts";

export const offices: OfficesTexts = {
  loans: {
    title: "Mag-apply ng Loan",
    lead: `Para mag-apply ng loan, pumunta sa ${brand.product} office o tumawag sa member care.`,
    types: "Mga loan na puwedeng hingin",
  },
  password: {
    title: "Palitan ang Password",
    lead: `Para palitan ang password, pumunta sa ${brand.product} office o tumawag sa member care.`,
    goodTitle: "Ang mabuting password",
    good: "Hindi bababa sa 8 karakter. Mas madaling tandaan at mas mahirap hulaan ang ilang salitang walang kaugnayan.",
    warn: `Hindi kailanman hihingin ng ${brand.product} ang inyong password, PIN, CVV o OTP.`,
    warnRest: ` May nakakaalam ba ng inyong password? Tumawag agad sa ${brand.phone}.`,
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
