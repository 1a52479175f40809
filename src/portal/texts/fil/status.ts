import { brand } from "#brand";
import type { StatusTexts } from "#portal/texts/en/status.ts";

export const status: StatusTexts = {
  title: "Ano ang gumagana ngayon",
  asOf: (time) => `Noong ${time}.`,
  works: "Gumagana",
  away: "Hindi available",
  awaySince: (time) => `Hindi available mula ${time}`,
  unknown: "Hindi namin maabot ang server. Kusang magtatanong ulit ang page na ito.",
  parts: {
    online: brand.portal,
    instapay: "InstaPay",
    card: "Network ng card",
    texts: "Mga text na may code",
  },
  meanwhile: {
    online: `Ligtas ang inyong pera. Gumagana pa rin ang ${brand.cardDisplayName} sa mga tindahan at ATM.`,
    instapay: "Gumagana ang PESONet.",
    card: "Mula sa aming libro ang mga balanse. Gagawin ang hiling ninyo sa card pag sumagot na ang network.",
    texts: "Maaaring maantala ang code. Subukan ulit pagkaraan ng ilang minuto.",
  },
  lockTitle: "Kailangang ipahinto ang card?",
  lockBody: `Habang hindi available ang ${brand.portal}, tumawag sa amin at ila-lock namin agad ito.`,
};
