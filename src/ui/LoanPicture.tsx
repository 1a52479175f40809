import "./surface.css";

const CODES = new Set(["SL", "EM", "AS", "AL", "BL", "PL", "AP", "OP", "MT", "BL-PVL", "BL-VL"]);

/** The picture of a loan type, the default one for a code without a picture. Decorative. */
export function LoanPicture({ code }: { code: string }) {
  const file = CODES.has(code) ? code : "DEF";
  return (
    <img
      className="loan-picture"
      src={`/brand/loan/${file}.svg`}
      alt=""
      width="60"
      height="60"
      loading="lazy"
      decoding="async"
    />
  );
}
