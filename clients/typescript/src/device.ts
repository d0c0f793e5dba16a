/** Signs a person in on a device without a browser (RFC 8628). */
import { errorFrom, LongwaveError } from "./errors.ts";
import { type App, postForm, requestTokens, type Tokens } from "./oauth.ts";
import { wait } from "./retries.ts";

export type DeviceCode = Readonly<{
  /** What the person enters. */
  user_code: string;
  /** Where they enter it. */
  verification_uri: string;
  verification_uri_complete?: string;
  device_code: string;
  /** Seconds. */
  expires_in: number;
  interval?: number;
}>;

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Shows the person a code with `show`, and waits until they have entered it and agreed. */
export async function signInByCode(
  app: App,
  show: (code: DeviceCode) => void | Promise<void>,
  signal?: AbortSignal,
): Promise<Tokens> {
  const fields = { scope: app.scope ?? "basic" };
  const response = await postForm(app, "/oauth2/device_authorization", fields);
  if (!response.ok) throw await errorFrom(response);
  const code = (await response.json()) as DeviceCode;
  await show(code);
  let interval = code.interval ?? 5;
  for (;;) {
    await wait(interval, signal);
    try {
      return await requestTokens(app, { grant_type: GRANT, device_code: code.device_code });
    } catch (error) {
      if (!(error instanceof LongwaveError)) throw error;
      if (error.type === "slow_down") interval += 5;
      else if (error.type !== "authorization_pending") throw error;
    }
  }
}
