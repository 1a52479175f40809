import { brand } from "#brand";
import { Lock } from "lucide-react";
import { useId } from "react";
import { classNames } from "./classNames.ts";
import { holderLines, SPACING } from "./holderLines.ts";
import "./surface.css";

export type CardTier = "blue" | "gold" | "platinum";

type Look = {
  gradient: readonly [string, string, string];
  rows: string;
  rowsOpacity: number;
  band: readonly [string, string, string, string];
  ink: string;
  line: string;
  row: string;
  chip: string;
  chipLine: string;
};

const LOOKS: Record<CardTier, Look> = {
  blue: {
    gradient: ["#0a2f55", "#0b5a86", "#0f7a99"],
    rows: "#ffffff",
    rowsOpacity: 0.06,
    band: ["#083056", "#3f9ac0", "#eaf6fb", "#e3b459"],
    ink: "#ffffff",
    line: "#cfe6f0",
    row: "#e3b459",
    chip: "#e9c777",
    chipLine: "#a47b2c",
  },
  gold: {
    gradient: ["#b98a2e", "#dcb45c", "#eed08a"],
    rows: "#5a3f08",
    rowsOpacity: 0.045,
    band: ["#8a5f14", "#fbeec9", "#2b1e04", "#fbeec9"],
    ink: "#2b1e04",
    line: "#34250a",
    row: "#7d1f1a",
    chip: "#f7e6b8",
    chipLine: "#6b5524",
  },
  platinum: {
    gradient: ["#9fadb4", "#cad4d8", "#e6ecee"],
    rows: "#24404a",
    rowsOpacity: 0.045,
    band: ["#6f8089", "#f6f9fa", "#10242c", "#f6f9fa"],
    ink: "#10242c",
    line: "#2c4149",
    row: "#0b6a75",
    chip: "#eef2f3",
    chipLine: "#6b5524",
  },
};

/** Left edge and width of the seven stripes of the band, as colour numbers from outside to centre. */
const BAND = [
  [206, 12.8, 0],
  [218.65, 5.2, 1],
  [223.7, 4.1, 2],
  [227.65, 6.9, 3],
  [234.35, 4.1, 2],
  [238.35, 5.2, 1],
  [243.4, 12.8, 0],
] as const;

const ROWS = Array.from({ length: 27 }, (_, row) => `M0 ${4 + row * 8}H340`).join("");

/**
 * The card. `lastFour` is all that is ever known of the number; without it the number is all X.
 * With an `overlay` text ('Card is user locked') the card is dimmed and the text lies on it.
 */
export function CardArt(props: {
  tier: CardTier;
  holder: string;
  lastFour?: string | undefined;
  overlay?: string | undefined;
  /** The whole card in words, with tier and last digits. */
  label: string;
}) {
  const id = useId();
  const look = LOOKS[props.tier];
  return (
    <div className={classNames("cardart", props.overlay !== undefined && "dim")}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline svg takes the page's font */}
      <svg viewBox="0 0 340 214" role="img" aria-label={props.label} fontFamily="Plex, sans-serif">
        <defs>
          <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
            <stop offset="0" stopColor={look.gradient[0]} />
            <stop offset=".6" stopColor={look.gradient[1]} />
            <stop offset="1" stopColor={look.gradient[2]} />
          </linearGradient>
        </defs>
        <rect width="340" height="214" fill={`url(#${id})`} />
        <path d={ROWS} stroke={look.rows} strokeWidth=".7" opacity={look.rowsOpacity} />
        <g opacity=".93">
          {BAND.map(([x, width, colour]) => (
            <rect key={x} x={x} width={width} height="214" fill={look.band[colour]} />
          ))}
        </g>
        <path d={ROWS} stroke="#000" strokeWidth=".7" opacity=".08" />
        <CardMark ink={look.ink} row={look.row} />
        <g fill={look.ink}>
          <text x="54" y="39" fontWeight="600" fontSize="18">
            {brand.product}
          </text>
          <text x="54" y="53" fontWeight="500" fontSize="8.4" letterSpacing="1.3" fill={look.line}>
            {`${brand.cardAccount} PREPAID · ${props.tier.toUpperCase()}`}
          </text>
          <CardNumber lastFour={props.lastFour} />
          <Holder name={props.holder} />
          <text
            x="318"
            y="190"
            textAnchor="end"
            fontWeight="700"
            fontSize="17.5"
            letterSpacing="1.2"
          >
            VISA
          </text>
        </g>
        <Chip fill={look.chip} line={look.chipLine} />
      </svg>
      {props.overlay !== undefined && (
        <p className="overlay">
          <Lock />
          {props.overlay}
        </p>
      )}
    </div>
  );
}

/** The name on two lines where one would reach the mark beside it. */
function Holder({ name }: { name: string }) {
  const { lines, size } = holderLines(name);
  const first = lines.length === 1 ? 188 : 176;
  return (
    <text fontWeight="500" fontSize={size} letterSpacing={size * SPACING}>
      {lines.map((line, index) => (
        <tspan key={line} x="22" y={first + index * 14}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** X is wider than a digit: smaller, the whole number stands left of the band. */
function CardNumber({ lastFour }: { lastFour: string | undefined }) {
  const isKnown = lastFour !== undefined && lastFour !== "";
  return (
    <text
      x="22"
      y="146"
      fontWeight="500"
      fontSize={isKnown ? 18 : 15}
      letterSpacing={isKnown ? 1.2 : 0.2}
    >
      {isKnown ? `•••• •••• •••• ${lastFour}` : "XXXX XXXX XXXX XXXX"}
    </text>
  );
}

function CardMark({ ink, row }: { ink: string; row: string }) {
  return (
    <g transform="translate(22 20) scale(1.02)" fill={ink}>
      <path d="M2 2.5h6.6v5.4H2zM15.4 2.5H22v5.4h-6.6zM2 16.1h6.6v5.4H2zM15.4 16.1H22v5.4h-6.6z" />
      <path d="M2 9.3h20v5.4H2z" fill={row} />
    </g>
  );
}

function Chip({ fill, line }: { fill: string; line: string }) {
  return (
    <g transform="translate(24 78)" stroke={line}>
      <rect width="38" height="28" rx="5" fill={fill} strokeWidth=".8" />
      <path d="M0 9h13v10H0M38 9H25v10h13M13 0v28M25 0v28" fill="none" strokeWidth=".9" />
    </g>
  );
}
