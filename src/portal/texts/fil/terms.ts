import { brand } from "#brand";
import type { DocumentText } from "#portal/texts/documentText.ts";
import { documentWords } from "./documentWords.ts";

const { provider, product, portal, phone, cardDisplayName, offices, links } = brand;

export const terms: DocumentText = {
  title: "Mga Tuntunin at Kondisyon",
  lead: `Mga Tuntunin at Kondisyon ng Electronic Services (Digital Services): ang umiiral sa pagitan ng ${provider} at ninyo. Isinulat ang mga ito para mabasa, sa maiikling pangungusap.`,
  words: documentWords,
  sections: [
    {
      id: "i",
      title: "Mga kahulugan",
      blocks: [
        `Ang “kayo” ay ang miyembrong gumagamit ng mga serbisyo; ang “kami”, “namin” at “amin” ay ang asosasyon, ang ${provider}`,
        [
          `Serbisyo: ang magagawa ninyo sa ${portal} at sa mga text nito.`,
          "Account: ang inyong capital contribution o savings account sa amin. Savings account din ang Cash Advance Storage Account.",
          `Card: ang ${cardDisplayName} at ang card account nito (${brand.cardAccount}).`,
          "One-Time Transaction PIN (tinatawag ding One-Time Password o OTP): code na may 6 na digit na ipinapadala namin sa inyong mobile number. Isang bagay lamang ang inaaprubahan nito, nang isang beses.",
          "First Time User's Code: code na may 6 na digit na pambukas ng inyong online access.",
          "Utos: anumang ipinagagawa ninyo sa amin sa mga serbisyo.",
          `Member care: ang aming mga taong tumutulong sa mga miyembro, sa ${phone}.`,
        ],
        "Ang mga oras at araw ay ayon sa Maynila. Ang banking day ay araw na bukas ang mga bangko sa Pilipinas, mula Lunes hanggang Biyernes, hindi kasama ang mga holiday.",
      ],
    },
    {
      id: "ii",
      title: "Sino ang puwedeng gumamit",
      blocks: [
        "Para sa aming mga miyembro ang mga serbisyo. Kailangan ninyo ng membership number na may 16 na digit at ng mobile number na nasa aming rekord.",
        `Dapat updated ang inyong mobile number, dahil doon namin ipinapadala ang mga code at babala. Kung nagbago o wala pa ito, tumawag sa ${phone} o pumunta sa ${offices.head}, sa ${offices.branch} o sa isang satellite office bago gamitin ulit ang mga serbisyo.`,
        "Sa inyo lamang ang access. Hindi ito puwedeng ibigay, ipahiram o ipasa kaninuman, kahit sa pamilya.",
      ],
    },
    {
      id: "iii",
      title: "Ang inyong pagsang-ayon, at mga pagbabago",
      blocks: [
        "Sa paggawa ng account o paggamit ng mga serbisyo, sumasang-ayon kayo sa mga tuntuning ito. Patuloy ring umiiral ang mga patakaran ng inyong membership, mga account, loan at card.",
        "May petsa ang bawat bersyon ng mga tuntunin. Kapag binago namin ang mga ito, ipapakita namin ang bagong bersyon pagkatapos ninyong mag-sign in at itatanong kung sumasang-ayon kayo. Itinatago namin kung aling bersyon ang sinang-ayunan ninyo, at kung kailan.",
        "Kung hindi kayo sumasang-ayon, puwede ninyong ihinto ang paggamit ng mga serbisyo. Hindi magbabago ang inyong membership at pera, at patuloy kayong paglilingkuran ng aming mga opisina.",
      ],
    },
    {
      id: "iv",
      title: "Username, password at mga code",
      blocks: [
        [
          "Pipili kayo ng username na 8 hanggang 20 karakter at ng password na hindi bababa sa 8. Hindi tinatanggap ang mga karaniwang password.",
          "Tig-6 na digit ang One-Time Transaction PIN at ang First Time User's Code.",
          "Gumagana ang One-Time Transaction PIN nang 5 minuto at isang beses lamang. Pagkatapos ng 3 maling lagay, kailangan ninyo ng bago. Pinapawalang-bisa ng bagong code ang nauna.",
          "Gumagana ang First Time User's Code na galing sa counter nang 24 na oras at isang beses lamang.",
          "Kung hindi dumating ang code sa loob ng 24 na oras, i-report ito sa member care.",
          "Pagkatapos ng 3 maling password, sarado muna ang pag-sign in nang 15 minuto.",
        ],
        "Ang browser na bago sa amin ay hinihingan ng code bago papasukin, at sinasabihan namin kayo sa bawat pag-sign in sa bagong device.",
        "Kapag lampas isang taon na ang inyong password, pinapayuhan namin kayong palitan ito.",
      ],
    },
    {
      id: "v",
      title: "Ang saklaw ng mga serbisyo",
      blocks: [
        [
          "Pagtingin ng balanse: ang inyong mga account at aktibong loan.",
          "Fund transfer: mula lamang sa inyong capital contribution at mga savings account. Sa capital contribution, ang bahaging puwedeng i-withdraw ang maililipat ninyo.",
          "Pag-apply ng loan.",
          "Prepaid top-up: mula sa inyong account papunta sa sarili ninyong card.",
        ],
        "Ang mga miyembrong may card ay puwede ring mag-ayos ng card, tumingin ng mga transaksyon nito at magpadala ng pera mula rito, ayon sa seksyon VIII at IX.",
        "Ipinapakita ng balanse ang nasa aming mga libro sa oras na nasa screen. Maaaring papunta pa lang ang kagagawa ninyo.",
      ],
    },
    {
      id: "vi",
      title: "Ang inyong mga utos",
      blocks: [
        "Ang utos na ibinigay gamit ang inyong username, password at code ay itinuturing na inyo, at puwede namin itong sundin. Nasa seksyon XVI ang mangyayari kung hindi ito galing sa inyo.",
        "Basahin ang review bago kumpirmahin: ang halaga, ang tatanggap, ang account number at ang bayad. Nasa text na may code ang halaga at ang tatanggap. Kung iba ang mga ito sa gusto ninyo, huwag ilagay ang code.",
        "Hindi na mababago ang nakumpirmang utos. Isang beses lang namin ito gagawin, kahit dalawang beses itong dumating sa amin.",
        "Puwede naming tanggihan o pigilin ang utos na labag sa mga tuntuning ito, sa limit o sa batas, o mukhang panloloko. Sasabihin namin ito sa inyo kung pinapayagan ng batas.",
      ],
    },
    {
      id: "vii",
      title: "Mga fund transfer at top-up",
      blocks: [
        "Dapat sapat ang inyong balanse para sa halaga at sa mga bayad nito. Kung kulang, walang ililipat.",
        "Naitala ang transfer kapag may reference number na kayo. Hangga't hindi sumasagot ang kabilang panig, nakasulat na pinoproseso pa ito.",
        "Sa sarili ninyong card lamang pumapasok ang top-up. Kasama ito sa maaaring matanggap ng inyong card sa isang buwan. Kung hindi makapasok sa card, ibinabalik ang pera sa account na pinanggalingan.",
        "Itago ang reference number hanggang dumating ang pera.",
      ],
    },
    {
      id: "viii",
      title: "Mga transfer sa ibang bangko",
      blocks: [
        "Galing sa inyong card ang mga transfer sa ibang bangko, sa InstaPay o PESONet. Walang babayaran ang tatanggap.",
        [
          "InstaPay: karaniwang pumapasok agad, sa bawat araw ng taon. Hindi na mababawi ang transfer sa maling account.",
          "PESONet bago mag-9:00 AM sa banking day: papasok hanggang 2:00 PM sa araw ding iyon.",
          "PESONet bago mag-3:00 PM sa banking day: papasok hanggang 6:00 PM sa araw ding iyon.",
          "PESONet mula 3:00 PM, o sa weekend o holiday: papasok sa susunod na banking day, at hindi lalampas sa dalawang banking day.",
        ],
        "Kung ang transfer ay tinanggihan, ibinalik o hindi nasagot sa oras, ibabalik namin ang halaga at ang bayad: sa InstaPay sa loob ng 1 oras, sa PESONet sa loob ng 2 oras mula sa clearing advice.",
        "Ang bangkong tumatanggap ang nagpapasya kung paano at kailan nito papapasukin ang pera sa kliyente nito. Hindi namin maitatama ang account number na mali ang pagkakabigay sa amin.",
      ],
    },
    {
      id: "ix",
      title: "Ang inyong card",
      blocks: [
        [
          "Nire-release ang default card sa mismong araw, at ang personalized sa loob ng 7 hanggang 10 araw ng trabaho.",
          "Kayo ang nag-a-activate ng card at pumipili ng ATM PIN na may 6 na digit.",
          "Pagkatapos ng 3 maling lagay ng kasalukuyang ATM PIN, suspendido ang card nang 24 na oras.",
          "Puwede kayong kumuha ng bagong CVV isang beses sa isang araw.",
          "Puwede ninyong i-lock at i-unlock ang card, at itakda kung magkano ang puwedeng i-withdraw sa isang araw.",
          "Ang card na ni-lock ng administrator o naka-deactivate ay sa opisina lamang nabubuksan ulit.",
        ],
        "Electronic money ang pera sa card. Hindi ito deposito, walang interes at hindi naka-insure sa PDIC. Makukuha ninyo ito sa buong halaga nito. May limit ang maaaring matanggap ng card sa isang buwan.",
        "Ibinibigay ang card kasama ang aming partner bank, at umiiral din ang mga patakaran nito sa card.",
      ],
    },
    {
      id: "x",
      title: "Pag-apply ng loan",
      blocks: [
        "Hiling ang application na ipinadala sa mga serbisyo. Nagiging loan lamang ito kapag inaprubahan namin at pinirmahan ninyo ang hinihingi ng batas.",
        "Dapat totoo at kumpleto ang inyong sinasabi. Puwede namin itong suriin sa inyong employer at sa mga credit bureau (seksyon XXIV).",
        "Bago kayo matali sa loan, makukuha ninyo ang pahayag ng interes, lahat ng bayarin, netong matatanggap at iskedyul.",
      ],
    },
    {
      id: "xi",
      title: "Mga limit at kung kailan bukas",
      blocks: [
        "May limit ang mga serbisyo sa bawat transaksyon, araw o buwan. Nasa screen ng bawat serbisyo ang mga ito. Oras ng Maynila ang batayan ng mga araw at buwan.",
        "Sa isang device lang kayo puwedeng naka-sign in. Tinatapos ng pag-sign in sa iba ang session sa nauna.",
        "Pagkatapos ng 5 minutong walang galaw, itatanong namin kung nariyan pa kayo, at pagkaraan ng 30 segundo ay isa-sign out namin kayo.",
        "Sinisikap naming laging bukas, pero inaayos namin ang aming mga system, at puwedeng pumalya ang mga network at partner. Iaanunsyo namin sa mga serbisyo ang nakaplanong pag-aayos kung kaya.",
      ],
    },
    {
      id: "xii",
      title: "Mga bayad",
      blocks: [
        "Ipinapakita ang bayad bago kayo magkumpirma at kinukuha kasabay ng halaga. Kung hindi natuloy ang transfer, kasamang bumabalik ng pera ang bayad.",
        "Puwedeng maningil ang inyong mobile network para sa data at mga text. Puwedeng maningil ang may-ari ng ATM sa mga withdrawal.",
      ],
    },
    {
      id: "xiii",
      title: "Mga rekord",
      blocks: [
        "May rekord kami ng bawat utos. Makikita ninyo sa screen ang mga transaksyon ng card sa huling 30 araw, at puwede ninyong i-download bilang file ang anumang 30 araw.",
        "Itinuturing na tama ang aming mga rekord maliban kung mapatunayan ninyo o namin na hindi. Ikumpara ang mga ito sa inyo, at sabihin sa amin ang anumang naiiba.",
      ],
    },
    {
      id: "xiv",
      title: "Pag-report ng problema",
      blocks: [
        `Kung may problema sa isang utos, i-report ito sa member care sa ${phone} sa loob ng 12 oras, kasama ang reference number. Mas maaga naming malaman, mas marami kaming mapipigil o maibabalik.`,
        "Tinitingnan din namin ang report na dumating nang mas huli. Hindi inaalis ng huling report ang karapatang ibinibigay sa inyo ng batas, o ang tungkulin naming ibalik ang hindi natuloy.",
      ],
    },
    {
      id: "xv",
      title: "Pag-iingat ng inyong access",
      blocks: [
        [
          "Sarilinin ang inyong password, mga code, ATM PIN at CVV. Huwag isulat kung saan makikita ng iba.",
          `Hindi kailanman hihingin ng ${product} ang inyong password, PIN, CVV o OTP sa tawag, text o e-mail, at hindi kami nagpapadala ng link sa text.`,
          "Buksan ang mga serbisyo sa pag-type ng address, at tingnan ito bago mag-sign in.",
          "I-lock ang inyong phone, at mag-sign out sa device na ginagamit ng iba.",
          "Panatilihing updated ang software ng inyong device.",
        ],
      ],
    },
    {
      id: "xvi",
      title: "Nawalang phone o card, at paggamit nang walang pahintulot",
      blocks: [
        `Tumawag agad sa ${phone} kung nawala o nanakaw ang inyong phone, SIM o card, o kung may maaaring nakaaalam ng inyong password o code. I-lock ang card sa mga serbisyo kung kaya, at palitan ang password: tinatapos nito ang lahat ng ibang session.`,
        "Mula sa inyong tawag, gagawin namin ang aming makakaya para mapigil ang paggamit. Sinusuri namin ang bawat utos na sinasabi ninyong hindi sa inyo, at ang mga pangyayari at ang batas ang magsasabi kung sino ang sasagot sa nawala.",
      ],
    },
    {
      id: "xvii",
      title: "Kawalan ng galaw, suspensyon at pagsasara",
      blocks: [
        [
          "Sinususpinde ang online access na walang galaw sa loob ng 6 na buwan. Isang buwan bago nito, babalaan namin kayo sa text at sa mga serbisyo.",
          "Kayo mismo ang magbubukas ng suspendidong access: piliin ang “Nakalimutan ang username o password?”, ilagay ang code mula sa inyong phone at gumawa ng bagong password.",
          "Kinakansela ang online access na walang galaw sa loob ng 1 taon. Isang buwan bago nito, babalaan namin kayo ulit. Pagkatapos, gagawa kayo ulit ng account.",
        ],
        "Galaw ang pag-sign in, ang paggawa ng password, at ang ginagawa ninyo habang naka-sign in. Binibilang ang mga buwan ayon sa kalendaryo sa Maynila.",
        "Hindi ginagalaw ng suspensyon o pagkansela ng online access ang inyong pera. Mananatili ang inyong mga account, loan at card.",
        "Puwede naming suspindehin agad ang access para protektahan kayo o ang iba, kapag hiningi ng batas o ng hukuman, o kapag malubhang nilabag ang mga tuntuning ito.",
      ],
    },
    {
      id: "xviii",
      title: "Sino ang mananagot",
      blocks: [
        "Sagot namin ang sarili naming mga pagkakamali at ng mga nagtatrabaho para sa amin. Kung hindi namin nagawa ang wastong utos, o iba ang nagawa sa ibinigay ninyo, itatama namin ito.",
        "Hindi namin sagot ang nawala dahil sa maling detalyeng ibinigay ninyo, sa mga code na ibinahagi ninyo, sa mga network o ibang bangko, o sa mga pangyayaring walang makapipigil.",
        "Walang inaalis dito na karapatang ibinibigay sa inyo ng batas at hindi puwedeng isuko.",
      ],
    },
    {
      id: "xix",
      title: "Ang aming mga materyal, at ibang site",
      blocks: [
        "Ang mga pangalan, sagisag, teksto at program ng mga serbisyo ay sa amin o sa mga nagpahintulot sa aming gamitin ang mga ito. Para sa mga serbisyo lamang ninyo magagamit ang mga ito.",
        "Nariyan ang mga link papunta sa iba para sa inyong kaginhawahan. Sila ang mananagot sa nasa kanilang mga site.",
      ],
    },
    {
      id: "xx",
      title: "Mga abiso",
      blocks: [
        "Inaabot namin kayo sa mga serbisyo, sa text, sa e-mail o sa koreo, gamit ang mga detalye sa aming rekord. Panatilihing updated ang mga ito.",
        [
          "Itinuturing na natanggap ang abiso sa koreo pagkaraan ng 2 araw.",
          "Itinuturing na natanggap ang abiso sa e-mail pagkaraan ng 24 na oras.",
        ],
        `Maaabot ninyo kami sa ${phone} o sa opisina: sa ${offices.head}, sa ${offices.branch} o sa isang satellite office.`,
      ],
    },
    {
      id: "xxi",
      title: "Ang inyong privacy",
      blocks: [
        "Pinangangalagaan namin ang inyong personal data ayon sa aming Privacy Notice at sa hinihingi ng Data Privacy Act of 2012 (RA 10173). Kasama ang notice sa sinasang-ayunan ninyo kapag gumawa kayo ng account.",
        `Para sa mga tanong tungkol sa inyong data, sumulat sa aming data protection officer: ${links.privacyEmail}.`,
      ],
    },
    {
      id: "xxii",
      title: "Paggamit ayon sa batas",
      blocks: [
        "Gamitin ang mga serbisyo sa mga bagay na ayon sa batas at para sa sarili lamang. Huwag ipagamit kaninuman ang inyong account o card para ilipat ang pera nila: puwede kayong parusahan ng batas dahil dito.",
        "Hinihingi ng batas na kilalanin namin ang mga miyembro, magbantay laban sa money laundering at mag-report ng ilang transaksyon. Puwede naming itanong kung saan galing ang pera, at pigilin ang pinagtatalunang pera hangga't sinasabi ng batas.",
      ],
    },
    {
      id: "xxiii",
      title: "Batas at mga reklamo",
      blocks: [
        "Batas ng Republika ng Pilipinas ang umiiral.",
        `Kung hindi kayo nasiyahan, sabihin muna sa member care: ${phone}. Kung hindi namin ito naayos, puwede kayong lumapit sa Bangko Sentral ng Pilipinas, na nangangasiwa sa amin: ${links.regulatorEmail}.`,
        "May Ingles at Filipino ang mga tuntuning ito at iisa ang ibig sabihin ng dalawa. Kung may bahaging mawalan ng bisa, mananatili ang iba.",
      ],
    },
    {
      id: "xxiv",
      title: "Impormasyon sa kredito, at mga alok",
      blocks: [
        "Pumapayag kayo na ibahagi namin ang inyong basic credit data sa Credit Information Corporation at sa mga credit bureau na pinapayagan ng batas, na i-update namin ito, at na kumuha kami ng ganitong data tungkol sa inyo, para magpasya sa mga loan application at mangasiwa ng mga loan (RA 9510). Puwede ninyong hilinging makita ang data na ito at ipatama ang mga mali.",
        "Pumapayag kayo na sabihan namin kayo tungkol sa sarili naming mga produkto at programa. Puwede kayong umayaw sa mga alok na ito anumang oras sa pamamagitan ng member care group, nang walang ibinibigay na dahilan at nang walang nawawalang serbisyo.",
      ],
    },
  ],
};
