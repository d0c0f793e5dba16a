/** Names of devices as people read them; pure. */
import type { Locale } from "../../../platform/http/locale.ts";
import { frameWords } from "./words.ts";

/** The name of a kind of device of the statistics, such as “Smart speaker”, in the language of the page. */
export function deviceName(locale: Locale, name: string): string {
  const { devices } = frameWords(locale);
  return Object.hasOwn(devices, name) ? devices[name as keyof typeof devices] : name;
}
