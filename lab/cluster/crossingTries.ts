import { brand } from "#brand";
import { login, verifyOtp } from "#contract/auth.ts";
import { callBank, newClient } from "#test/client/bankClient.ts";
import type { DemoMember } from "#test/client/signIn.ts";
import type { SandboxClient } from "#test/client/sandboxClient.ts";
import type { Crossing } from "./crossing.ts";

const TRIES_EACH = 3;

/** Wrong passwords for one name, sent to all processes at the same moment; then the right one (S018). */
export async function lockOut(
  urls: readonly string[],
  { username }: DemoMember,
): Promise<Crossing> {
  const tries = await Promise.all(
    several(urls).map((url, i) =>
      callBank(newClient(url), login, { body: { username, password: `a wrong guess ${i}` } }),
    ),
  );
  const right = await callBank(newClient(urls.at(-1) ?? ""), login, {
    body: { username, password: brand.demoPassword },
  });
  const wrong = tries.filter(({ body }) => body.code === "login_incorrect").length;
  return {
    what: "wrong passwords are counted over all processes",
    // The third already hears that the name is closed.
    isRight: wrong === 2 && right.body.code === "login_suspended",
    seen: `${tries.length} at once: ${wrong} told wrong, the rest and then the right one ${right.body.code}`,
  };
}

/** Wrong codes for one sign-in, sent to all processes at the same moment; then the right one (S046). */
export async function useUpCode(
  urls: readonly string[],
  sandbox: SandboxClient,
  { username, mobileNumber }: DemoMember,
): Promise<Crossing> {
  const client = newClient(urls[0] ?? "");
  let sent: Record<string, unknown> = {};
  const pin = await sandbox.codeAfter(mobileNumber, async () => {
    const answer = await callBank(client, login, {
      body: { username, password: brand.demoPassword },
    });
    sent = answer.body.result ?? {};
  });
  const guess = (url: string, code: string) =>
    callBank({ ...client, portalUrl: url }, verifyOtp, {
      body: { memberGuid: String(sent["guid"]), pinId: String(sent["pinId"]), pin: code },
    });
  const wrong = (i: number) => String((Number(pin) + 1 + i) % 1_000_000).padStart(6, "0");
  const tries = await Promise.all(several(urls).map((url, i) => guess(url, wrong(i))));
  const right = await guess(urls.at(-1) ?? "", pin);
  const compared = tries.filter(({ body }) => body.code === "otp_incorrect").length;
  return {
    what: "wrong codes are counted over all processes",
    isRight: compared === 3 && right.body.code === "otp_used_up",
    seen: `${tries.length} at once: ${compared} compared, the rest and then the right one ${right.body.code}`,
  };
}

function several(urls: readonly string[]): string[] {
  return Array.from({ length: TRIES_EACH }, () => urls).flat();
}
