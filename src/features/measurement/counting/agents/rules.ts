/** Classifies a user agent and a referrer (delivery §2, rules 4, 7 and 8); pure. */

import { UNKNOWN_APP } from "../../../listening/renditions/requests/rules.ts";
import type { Classification, Exclusion } from "../schema.ts";
import type { Entry, Lists } from "./lists.ts";

/** The classification of a user agent, regardless of the address. */
export type Agent = Readonly<
  Pick<Classification, "app" | "device" | "os" | "os_kind"> & {
    browser: boolean;
    exclusion: Exclusion | null;
  }
>;

/** Longer user agents are cut: no list looks further. */
const MAX_LENGTH = 500;

/** Repairs a merely malformed user agent: decodes escapes, and removes surrounding quotes and blanks. */
function repair(user_agent: string): string {
  let text = user_agent.slice(0, MAX_LENGTH * 2);
  if (!text.includes(" ") && /%[0-9a-f]{2}/i.test(text)) text = unescaped(text);
  if (!text.includes(" ") && text.includes("+(")) text = text.replaceAll("+", " ");
  text = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  text = text.replace(/^user-agent:\s*/i, "").replace(/^(["'])(.*)\1$/, "$2");
  return text.trim().slice(0, MAX_LENGTH);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The part of a user agent stored with a record. */
export const agentText = (user_agent: string): string => user_agent.slice(0, MAX_LENGTH);

/** Sent by no listener's program: empty texts, placeholders, attempted attacks. */
const MALFORMED =
  /^(?:[^a-z]*|null|undefined|none|unknown|user-agent|mozilla(?:\/[45]\.0)?)$|\$\{|<\/?\w|\.\.\/|\(\)\s*\{/i;

const isMalformed = (text: string): boolean => MALFORMED.test(text) || hasQuery(text);

/** Whether `select` and `from` occur as words, in this order. */
function hasQuery(text: string): boolean {
  const at = text.search(/\bselect\b/i);
  return at >= 0 && /\bfrom\b/i.test(text.slice(at));
}

/** Terms by which unlisted bots declare themselves. */
const SELF_DECLARED = /bot\b|crawl|spider|scrap(?:er|y)|monitor(?:ing)?\b|\bprobe/i;

const isSelfDeclared = (text: string): boolean =>
  SELF_DECLARED.test(text) || text.split(" ").some(isBotAddress);

function isBotAddress(word: string): boolean {
  const at = word.search(/https?:\/\//i);
  return at >= 0 && /bot/i.test(word.slice(at));
}

/** Rule 7: an Apple Watch fetches again what the phone has already fetched. */
const isWatchTwin = (user_agent: string): boolean =>
  (user_agent.startsWith("atc/") && user_agent.includes("watchOS")) ||
  user_agent.includes("(null)/(null) watchOS");

/** Looks `sent` up in the lists of bots, apps, libraries and browsers, in this order; the first match wins. */
export function agentOf(lists: Lists, sent: string): Agent {
  const text = repair(sent);
  const unknown = { app: UNKNOWN_APP, browser: false, ...deviceOf(lists, text) };
  if (isWatchTwin(text)) return { ...unknown, app: "Apple Watch", exclusion: "watch" };
  const bot = firstMatch(lists.bots, text);
  if (bot !== null) return { ...unknown, app: bot.name, exclusion: "bot-ua" };
  if (isMalformed(text)) return { ...unknown, exclusion: "malformed-ua" };
  const app = firstMatch(lists.apps, text);
  if (app !== null) return { ...unknown, app: app.name, exclusion: null };
  const library = firstMatch(lists.libraries, text);
  if (library !== null) {
    const exclusion = library.category === "bot" ? ("library-ua" as const) : null;
    return { ...unknown, app: library.name, exclusion };
  }
  const browser = firstMatch(lists.browsers, text);
  const automatic = isSelfDeclared(text) || lists.crawlers.test(text);
  const exclusion = automatic ? ("bot-ua" as const) : null;
  return { ...unknown, app: browser?.name ?? UNKNOWN_APP, browser: browser !== null, exclusion };
}

const firstMatch = (entries: readonly Entry[], text: string): Entry | null =>
  entries.find(({ pattern }) => pattern.test(text)) ?? null;

const KINDS: Record<string, Classification["device"]> = {
  computer: "Desktop",
  mobile: "Mobile",
  smart_speaker: "Smart speaker",
  smart_tv: "TV",
  watch: "Watch",
  auto: "Car",
};

function deviceOf(lists: Lists, text: string): Pick<Agent, "device" | "os" | "os_kind"> {
  const found = firstMatch(lists.devices, text);
  const tablet = /ipad|tablet/i.test(found?.name ?? "");
  const device = tablet ? "Tablet" : (KINDS[found?.category ?? ""] ?? "Others");
  const os = OS.find(([pattern]) => pattern.test(text) || pattern.test(found?.name ?? ""))?.[1];
  const os_kind =
    device === "Desktop"
      ? "desktop"
      : device === "Mobile" || device === "Tablet"
        ? "mobile"
        : "other";
  return { device, os: os ?? "Unknown", os_kind };
}

/** The first pattern that matches the user agent or the name of its device. */
const OS: readonly (readonly [RegExp, string])[] = [
  [/watchOS|Apple Watch|Watch OS/, "watchOS"],
  [/Apple ?TV|tvOS/, "tvOS"],
  [/HomePod|AirPodcasts/, "HomePod"],
  [/iPad/i, "iPadOS"],
  [/Android|ServeStream|ExoPlayer/i, "Android"],
  [/iPhone|iPod|\biOS\b|phone;ios/i, "iOS"],
  [/CrOS|Chromebook/, "ChromeOS"],
  [/Windows|Win32|Win64|WMPlayer|NSPlayer/i, "Windows"],
  [/Mac ?OS|Macintosh|OS X|OSX|Apple Computer/i, "macOS"],
  [/KaiOS/i, "KaiOS"],
  [/Linux|X11/i, "Linux"],
];

/** The site that a browser came from: the name of a known site, else its host; null without one. */
export function siteOf(lists: Lists, referrer: string | null): string | null {
  if (referrer === null || referrer === "") return null;
  const known = firstMatch(lists.referrers, referrer);
  return known === null ? hostOf(referrer) : known.name;
}

/** A label of a domain in ASCII: letters, digits and inner hyphens, at most 63. */
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
/** The host of an IPv6 address in brackets, as the URL parser writes it. */
const IPV6 = /^\[[\da-f:.]+\]$/;
const MAX_HOST = 253;

/**
 * The host of a URL, without `www.`; null if it is not a valid host string (URL Standard, 3.4). The URL parser alone
 * accepts hosts such as `=importdata(…)`, which cannot exist in DNS.
 */
function hostOf(address: string): string | null {
  const host =
    URL.parse(address)
      ?.hostname.toLowerCase()
      .replace(/^www\.|\.$/g, "") ?? "";
  const isDomain = host.length <= MAX_HOST && host.split(".").every((label) => LABEL.test(label));
  return isDomain || IPV6.test(host) ? host : null;
}

/** Rule 8: browsers only send URLs as referrers. */
export const isForged = (referrer: string | null): boolean =>
  referrer !== null &&
  referrer !== "" &&
  !(
    /^(?:https?|android-app|ios-app|about|chrome-extension|moz-extension):/i.test(referrer) &&
    URL.canParse(referrer)
  );
