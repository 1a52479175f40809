import { brand } from "#brand";

/** Between two characters it keeps the end of a line away, and is not seen. */
const JOINER = "\u2060";

/**
 * The hotline's number as it is shown: no end of a line parts it, neither at its blank nor at its hyphen. Text messages
 * have it as it is (brand.phone): their letters are few.
 */
export const hotline = brand.phone.replaceAll(" ", "\u00a0").replaceAll("-", `-${JOINER}`);

/** What a telephone calls when the number is pressed. */
export const hotlineLink = `tel:${brand.phone.replaceAll(/[^\d+]/g, "")}`;

/** Words of ours as they are shown: with a hotline that stays whole. */
export const keepHotlineWhole = (text: string): string => text.replaceAll(brand.phone, hotline);

/** The same as it is copied: what is dialled has nothing in it that cannot be seen. */
export const plainHotline = (text: string): string => text.replaceAll(hotline, brand.phone);
