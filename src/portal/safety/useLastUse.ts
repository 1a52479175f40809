import type { Device } from "#contract/safety.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { formatDate } from "#ui/DateText.tsx";

/** When and where a device was last used: by it people tell two of one name apart. */
export function useLastUse(device: Device): string {
  const texts = useTexts("safety").devices;
  const language = useLanguage();
  const place = device.isThis ? "" : texts.places[device.place];
  const lastUsed = texts.lastUsed(formatDate(new Date(device.lastUsedAt), "dayTime", language));
  return place === "" ? lastUsed : `${lastUsed} · ${place}`;
}
