/** A fact of a request that is so or not, as the two people read it. */
export const yesNo = (value: boolean): "yes" | "no" => (value ? "yes" : "no");
