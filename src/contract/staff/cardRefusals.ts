/** What the card desk may be refused (refusals.ts). */
export const cardDeskRefusals = {
  kit_state: {
    http: 409,
    en: "As this card stands now, this cannot be done with it.",
    fil: "Sa kalagayan ng card na ito ngayon, hindi ito magagawa.",
  },
  release_serial: {
    http: 422,
    param: "serial",
    en: "This is not the serial of the card that is set aside for this member here.",
    fil: "Hindi ito ang serial ng card na nakalaan para sa miyembrong ito rito.",
  },
  delivery_too_large: {
    http: 422,
    param: "file",
    en: "The list is larger than 1 MB or longer than 5,000 lines. Please split it.",
    fil: "Mas malaki sa 1 MB o mas mahaba sa 5,000 linya ang listahan. Hatiin ito.",
  },
  delivery_empty: {
    http: 422,
    param: "file",
    en: "The list has no lines.",
    fil: "Walang laman ang listahan.",
  },
  delivery_unreadable: {
    http: 422,
    param: "file",
    en: "The list cannot be read as CSV from line {line} on.",
    fil: "Hindi mabasa ang listahan bilang CSV mula sa linya {line}.",
  },
  delivery_header: {
    http: 422,
    param: "file",
    en: "The first line must name the columns: {columns}.",
    fil: "Dapat pangalanan ng unang linya ang mga column: {columns}.",
  },
  delivery_batch_taken: {
    http: 409,
    en: "A delivery with this reference was announced for another branch or another kind of card.",
    fil: "May delivery nang ganitong reference para sa ibang branch o ibang uri ng card.",
  },
  delivery_unknown: {
    http: 422,
    param: "batch",
    en: "The issuer knows no delivery with this reference.",
    fil: "Walang delivery ang issuer na may ganitong reference.",
  },
  delivery_on_its_way: {
    http: 409,
    en: "The issuer has not sent this delivery yet.",
    fil: "Hindi pa naipapadala ng issuer ang delivery na ito.",
  },
  delivery_other_branch: {
    http: 409,
    en: "The issuer has sent this delivery to another branch.",
    fil: "Sa ibang branch ipinadala ng issuer ang delivery na ito.",
  },
  kit_order_refused: {
    http: 409,
    en: "The issuer did not take this order: {reason}",
    fil: "Hindi tinanggap ng issuer ang order na ito: {reason}",
  },
  card_batch_empty: {
    http: 409,
    en: "No order waits. Every personalized card is in a file already.",
    fil: "Walang naghihintay na order. Nasa file na ang lahat ng personalized card.",
  },
  id_type_unknown: {
    http: 422,
    param: "idType",
    en: "Choose one of the identifications in the list.",
    fil: "Pumili ng ID sa listahan.",
  },
  picture_too_large: {
    http: 422,
    param: "picture",
    en: "The picture is larger than 2 MB.",
    fil: "Mas malaki sa 2 MB ang larawan.",
  },
  picture_unreadable: {
    http: 422,
    param: "picture",
    en: "Send a JPEG, PNG or WebP picture of 25 megapixels at most.",
    fil: "Magpadala ng larawang JPEG, PNG o WebP na hanggang 25 megapixel.",
  },
} as const;
