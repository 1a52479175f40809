import { brand } from "#brand";
import type { DocumentText } from "#portal/texts/documentText.ts";
import { documentWords } from "./documentWords.ts";

const { provider, portal, phone, cardDisplayName, cashOutPartners, offices, links } = brand;

export const privacy: DocumentText = {
  title: "Privacy Notice",
  lead: `Ang ginagawa ng ${provider} sa inyong personal data, at ang mahihiling ninyo sa amin (Data Privacy Act of 2012, RA 10173).`,
  words: documentWords,
  sections: [
    {
      id: "scope",
      title: "Ang saklaw ng notice na ito",
      blocks: [
        `Para ito sa mga miyembro, sa mga gustong maging miyembro, at sa mga bumibisita sa ${portal}, sa aming hotline at sa aming mga opisina. Ang “kami” ay ang ${provider}, na nagpapasya kung paano ginagamit ang inyong data.`,
        "Personal data ang anumang nagsasabi kung sino kayo o may sinasabi tungkol sa inyo. May sariling mga papeles ang inyong membership, mga account at loan, na maaaring may dagdag pang sinasabi.",
      ],
    },
    {
      id: "data",
      title: "Ang kinukuha namin, at kung saan",
      blocks: [
        [
          `${portal}, paggawa ng account at pag-sign in: membership number, username, password (nakatago lamang sa anyong hindi mababasa ninuman), mobile number, ang mga code na ipinapadala namin, kung aling device at network address ang nag-sign in, at kung kailan.`,
          "Mga tanong at application sa loan: ang inyong pangalan at qualifier, contact number at e-mail address, employer, uri ng loan at halaga.",
          `Application para sa ${cardDisplayName}: pangalan, petsa at lugar ng kapanganakan, civil status, kasarian, nasyonalidad, mobile number, e-mail address, permanenteng tirahan, pinagkukunan ng pondo, trabaho, uri ng trabaho, employer at address nito, uri at numero ng inyong ID, selfie, at mga larawan ng harap at likod ng inyong ID.`,
          "Mga transfer at paggamit ng card: mga halaga, oras, merchant, at ang pangalan, bangko at account number ng tatanggap.",
          "Mga opisina: CCTV footage, at ang isinusulat o ipinapakita ninyo roon.",
          "Hotline: mga voice recording ng tawag, at ang inyong mga tanong.",
          "Mga text message at e-mail: kung ano ang ipinadala sa aling numero o address, at kung dumating ito.",
        ],
        "Galing sa inyo ang data, sa inyong employer kung binabayaran sa suweldo ang hulog o loan, sa aming card partner, at sa mga credit bureau kapag nag-apply kayo ng loan.",
      ],
    },
    {
      id: "use",
      title: "Saan namin ito ginagamit",
      blocks: [
        [
          "Para malamang kayo nga iyon, at hindi makapasok ang iba.",
          "Para ipakita ang inyong mga balanse, gawin ang inyong mga utos at sagutin ang inyong mga tanong.",
          "Para magpasya sa mga loan at card, at pangasiwaan ang mga ito.",
          "Para makita ang panloloko, mali at pag-abuso, at maitama ang mga ito.",
          "Para sumunod sa batas: buwis, laban sa money laundering, at ang mga patakaran ng Bangko Sentral ng Pilipinas.",
          "Para sabihan kayo tungkol sa sarili naming mga produkto, hanggang umayaw kayo sa pamamagitan ng member care group.",
        ],
        "Ginagawa namin ito dahil sumang-ayon kayo, dahil kailangan ito ng kontrata natin, dahil hinihingi ng batas, o dahil may makatarungan kaming interes na hindi hihigit sa inyo, gaya ng kaligtasan.",
        "Hindi namin ibinebenta ang inyong data.",
      ],
    },
    {
      id: "sharing",
      title: "Kanino namin ito ibinabahagi",
      blocks: [
        "Sa mga nangangailangan lamang nito para sa mga gamit sa itaas, ang bahaging kailangan lamang nila, at may tungkulin silang ingatan ito:",
        [
          "Ang partner bank na nagbibigay ng card, at ang card network.",
          "Ang mga bangko at clearing operator na nagdadala ng transfer sa tatanggap.",
          "Ang mga kumpanyang naghahatid ng aming mga text message.",
          "Ang Credit Information Corporation at mga credit bureau, para sa mga loan.",
          "Ang inyong employer, kung binabayaran sa suweldo ang hulog o loan.",
          "Mga hukuman, regulator at iba pang awtoridad, kapag sinabi ng batas.",
          "Mga cash-out partner, kapag pinili ninyong kumuha ng cash sa kanila (ang susunod na seksyon).",
        ],
      ],
    },
    {
      id: "cash-out",
      title: "Mga cash-out partner",
      blocks: [
        "Kapag kumuha kayo ng cash sa isang partner, ibinibigay namin ang kailangan nito para kayo lamang ang mabayaran: ang inyong pangalan, mobile number, halaga at reference number.",
        [
          `${cashOutPartners.join(" at ")}: makakatanggap kayo ng encashment message sa text at ipapakita ninyo ito roon.`,
          "Ang aming partner bank, sa counter: kukunin ninyo ang cash sa branch nito.",
          "Ang aming partner bank, sa ATM: nasa inyong ATM account ang pera sa susunod na oras o sa susunod na banking day.",
        ],
        "May sariling privacy notice ang bawat partner para sa natatanggap nito.",
      ],
    },
    {
      id: "security",
      title: "Paano namin ito iniingatan",
      blocks: [
        [
          "Naka-encrypt ang mga koneksyon, at naka-encrypt pang muli ang mga password, code at ang inyong profile habang ipinapadala.",
          "Nakatago lamang ang mga password at code sa anyong hindi na maibabalik. Hindi namin kailanman itinatago ang PIN ng inyong card.",
          "Bahagi lamang ng inyong mobile, account at card number ang ipinapakita kung hindi kailangan ang buo.",
          "Ang mga taong kailangan lamang sa trabaho ang nakakakita ng inyong data, at naitatala ang ginagawa nila.",
          "Isang device lamang sa isang panahon, code para sa bagong device, at pagtatapos ng session kapag wala kayo.",
        ],
        "Kung may paglabag na maglalagay sa inyo sa panganib, sasabihan namin kayo at ang National Privacy Commission sa loob ng 72 oras mula nang malaman namin ito.",
      ],
    },
    {
      id: "retention",
      title: "Saan at gaano katagal namin ito itinatago",
      blocks: [
        "Nakatago ang inyong data sa isang data center sa Pilipinas.",
        [
          "Mga rekord ng transaksyon at seguridad: hindi bababa sa 5 taon, ayon sa hinihingi ng batas.",
          "Mga larawan ng ID at selfie: 1 taon pagkatapos tanggihan ang application, o 5 taon pagkatapos isara ang account.",
          "Mga session at code: 90 araw.",
          "CCTV footage at mga voice recording: hangga't kailangan sa layunin nito, at mas matagal lamang habang may bukas na kaso.",
        ],
        "Pagkatapos noon, binubura namin ang data, o inaalis ang nagsasabing kayo iyon.",
      ],
    },
    {
      id: "rights",
      title: "Ang inyong mga karapatan",
      blocks: [
        "Ibinibigay sa inyo ng Data Privacy Act ang karapatang",
        [
          "mabigyan ng impormasyon: ang notice na ito, at mga sagot sa inyong mga tanong;",
          "maka-access: makita ang nasa amin tungkol sa inyo;",
          "tumutol: umayaw sa isang paggamit, gaya ng mga alok;",
          "magpatama: maitama ang mga mali;",
          "magpabura o magpaharang: mabura ang data o mahinto ang paggamit nito, kung pinapayagan kami ng batas;",
          "sa data portability: makuha ang inyong data sa karaniwang electronic na anyo;",
          "sa danyos, kapag napinsala kayo ng mali, hindi totoo o labag sa batas na paggamit ng data;",
          "magreklamo sa National Privacy Commission.",
        ],
        "Puwede ninyong bawiin ang pagsang-ayon anumang oras. Mananatiling ayon sa batas ang nagawa bago noon, at may mga serbisyong hindi gagana kung walang data.",
      ],
    },
    {
      id: "browser",
      title: "Ang naiiwan sa inyong browser",
      blocks: [
        "Ang kailangan lamang ng mga serbisyo. Walang cookie para sa advertising o tracking.",
        [
          "Cookie para sa inyong session, na nagtatapos kasabay nito.",
          "Cookie para makilala namin ulit ang inyong device.",
          "Cookie na nakakaalala nang 15 minuto na sarado ang pag-sign in pagkatapos ng 3 maling subok.",
          "Ang pinili ninyong wika, kulay at laki ng teksto, at kung nakatago ang mga halaga.",
          "Habang naka-sign in, ang token ng session at ang naka-encrypt na member identifier ninyo, sa tab na ito; at ang sinulat ninyo, nang walang lihim, para hindi mawala.",
        ],
      ],
    },
    {
      id: "contact",
      title: "Ang aming data protection officer",
      blocks: [
        "Para sa mga tanong, hiling at reklamo tungkol sa inyong data, abutin ang aming data protection officer:",
        [
          `E-mail: ${links.privacyEmail}`,
          `Telepono: ${phone}`,
          `Opisina: ${offices.head}, ${provider}`,
        ],
      ],
    },
    {
      id: "changes",
      title: "Mga pagbabago",
      blocks: [
        "May petsa ang bawat bersyon ng notice na ito. Kapag binago namin ito, ipapakita namin ang bagong bersyon pagkatapos ninyong mag-sign in at itatanong kung sumasang-ayon kayo. Itinatago namin kung aling bersyon ang sinang-ayunan ninyo, at kung kailan.",
      ],
    },
  ],
};
