/** 1275n -> '12.75': hundredths of a percent. */
export function rateText(rate: bigint): string {
  return decimal(rate, 2);
}

/** 126825n -> '12.6825': millionths. */
export function effectiveText(rate: bigint): string {
  return decimal(rate, 4);
}

function decimal(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
