import { brand } from "#brand";
import type { App } from "#server/platform/app.ts";
import { certificateEnd } from "./statementKey.ts";

/** Notes when the certificate that signs statements ends: 0 where it signs nothing, none where none was made yet. */
export function measureCertificate({ config, metrics, now }: App): void {
  const gauge = metrics.statementCertificateEndsAt;
  try {
    const end = certificateEnd(config, brand.provider, now());
    if (end === undefined) gauge.remove();
    else gauge.set(end.getTime() / 1000);
  } catch {
    gauge.set(0);
  }
}
