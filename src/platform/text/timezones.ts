/** Names of time zones. */

/**
 * Whether it is the name of a zone in the IANA database, and not an offset. Asks `DateTimeFormat`, because the list of
 * `Intl.supportedValuesOf` has only one name of each zone, which for Asia/Kolkata is Asia/Calcutta.
 */
export function isTimezone(name: string): boolean {
  if (!NAME.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** `UTC`, `EST5EDT`, `Etc/GMT+1`, `America/Argentina/Buenos_Aires`; in capitals, as the database writes them. */
const NAME = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*){0,2}$/;

/** Names that `Intl` still lists, and those that the IANA database has given their zones since. */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The zone's name of today. */
export const currentTimezone = (name: string): string => RENAMED[name] ?? name;

/** The name of a zone as people read it. */
export const zoneText = (name: string): string => name.replaceAll("_", " ");

/** All zones by their names of today with what people read, for them to choose from; `none`: what an empty choice means. */
export const timezoneChoices = (none: string): [name: string, text: string][] => [
  ["", none],
  ["UTC", "UTC"],
  ...listTimezones().map((name): [string, string] => [name, zoneText(name)]),
];

const listTimezones = (): string[] =>
  Intl.supportedValuesOf("timeZone")
    .filter((name) => name !== "UTC")
    .map(currentTimezone)
    .sort();
