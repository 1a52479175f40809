/** As much of a merchant's name as a text message has room for. */
export const LONGEST_MERCHANT = 30;
