import { brand } from "#brand";
import type { OfficesTexts } from "#portal/texts/en/offices.ts";

export const offices: OfficesTexts = {
  loans: {
    title: "Mag-apply ng Loan",
    lead: "Tinatanggap ang loan application sa bawat office, kung saan tutulungan kayo ng officer na alamin ang kaya ninyong bayaran.",
    steps: [
      {
        title: "Pumili ng loan",
        body: "Ipapakita ng officer ang bawat loan, ang tagal nito at ang buwanang hulog.",
      },
      {
        title: "Dalhin ang mga papeles",
        body: "Isang valid na government ID, pinakabagong payslip o pension slip, at ang inyong membership number.",
      },
      {
        title: "Pirmahan ang application",
        body: "Bibigyan kayo ng application number. Lalabas sa dashboard ang loan kapag na-release, kasama ang balanse at dapat bayaran.",
      },
    ],
    types: "Mga loan na puwedeng hingin",
  },
  password: {
    title: "Palitan ang Password",
    lead: "Pinapalitan ang password sa office o sa tawag, matapos naming matiyak na kayo nga iyon.",
    steps: [
      {
        title: "Tumawag o pumunta sa amin",
        body: "Dalhin ang 16-digit na membership number at isang valid na government ID.",
      },
      {
        title: "Sagutin ang aming mga tanong",
        body: "Titiyakin namin kung sino kayo. Hindi kailanman hihingin ang password, PIN, CVV o OTP.",
      },
      {
        title: "Pumili ng bagong password",
        body: "Hindi bababa sa 8 karakter. Mas madaling tandaan at mas mahirap hulaan ang ilang salitang walang kaugnayan.",
      },
    ],
    warn: "May nakakaalam ba ng inyong password?",
    warnRest: ` Tumawag agad sa ${brand.phone}; isasara namin kaagad ang inyong online access.`,
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
