/** The page with the ways to follow a show: podcast apps, the address of its feed, a QR code for the phone. */
import { encode } from "uqr";
import { type Html, html, trusted } from "../../../platform/http/html.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import { icon } from "../../distribution/player/views.ts";
import { fill, type Words } from "../layout/rules.ts";
import { cover } from "./views.ts";

export type FollowPage = Readonly<{
  show: Readonly<{ title: string; site_url: string; image_url: string | null }>;
  /** With the key, if the show needs one. */
  feed_url: string;
  /** Whether the address of the feed is a secret, which apps on the web would share with others. */
  isSecret: boolean;
  /** The address of this page, which the QR code opens on a phone. */
  url: string;
  show_url: string;
  /** What the browser runs on; null if it does not say so. */
  platform: Platform | null;
  /** Where visitors sign in to follow the show here; null for who has. */
  sign_in_url: string | null;
  words: Words;
}>;

/** A podcast app; its glyph is a picture of its name, not its logo. */
type App = Readonly<{
  name: string;
  glyph: Glyph;
  on: readonly Platform[];
  link(feed: string): string;
}>;
type Glyph = Parameters<typeof icon>[0];

type Platform = "ios" | "android" | "mac" | "computer";

/** The first that matches: Android also says Linux, and iPhones also say Mac. */
const PLATFORMS: readonly (readonly [RegExp, Platform])[] = [
  [/Android/, "android"],
  [/iPhone|iPad|iPod/, "ios"],
  [/Macintosh/, "mac"],
  [/Windows|Linux|CrOS/, "computer"],
];

/** What a `User-Agent` header says that the browser runs on. */
export const platformOf = (agent: string | undefined): Platform | null =>
  PLATFORMS.find(([pattern]) => pattern.test(agent ?? ""))?.[1] ?? null;

/**
 * How apps take the address of a feed. None of them has a public registry of these; they are what the apps themselves
 * document or declare.
 */
const APPS: readonly App[] = [
  {
    name: "Apple Podcasts",
    glyph: "microphone",
    on: ["ios", "mac"],
    link: (feed) => `podcast://${bare(feed)}`,
  },
  {
    name: "Pocket Casts",
    glyph: "pocket",
    on: ["ios", "android"],
    link: (feed) => `pktc://subscribe/${bare(feed)}`,
  },
  {
    name: "Overcast",
    glyph: "cloud",
    on: ["ios"],
    link: (feed) => `overcast://x-callback-url/add?url=${encodeURIComponent(feed)}`,
  },
  {
    name: "AntennaPod",
    glyph: "antenna",
    on: ["android"],
    link: (feed) => `https://antennapod.org/deeplink/subscribe?url=${encodeURIComponent(feed)}`,
  },
  {
    name: "Podcast Addict",
    glyph: "headphones",
    on: ["android"],
    link: (feed) => `podcastaddict://${bare(feed)}`,
  },
];

/** Apps that run in the browser of a computer, and take the address of a feed in theirs. */
const WEB_APPS: readonly Omit<App, "on">[] = [
  {
    name: "Player FM",
    glyph: "headphones",
    link: (feed) => `https://player.fm/subscribe?id=${encodeURIComponent(feed)}`,
  },
  {
    name: "Podcast Addict",
    glyph: "headphones",
    link: (feed) => `https://podcastaddict.com/feed/${encodeURIComponent(feed)}`,
  },
  {
    name: "gpodder.net",
    glyph: "cloud",
    link: (feed) => `https://gpodder.net/subscribe?url=${encodeURIComponent(feed)}`,
  },
];

const bare = (feed: string): string => feed.replace(/^https?:\/\//, "");

/** On a phone the apps come first; a computer has hardly any, but a phone can scan the code that it shows. */
export const followPage = (page: FollowPage): Html => {
  const { show, words, platform } = page;
  const isComputer = platform === "mac" || platform === "computer";
  const [apps, ways] = [appList(page), waysOf(page, isComputer)];
  return html`
<div class="follow" data-sheet data-title="follow-title" data-close="${words.close}">
<header>${cover(show.image_url, 64)}<h1 id="follow-title">${fill(words.follow_title, { title: show.title })}</h1></header>
${
  isComputer
    ? html`${here(page)}${ways}<h2>${words.on_computer}</h2>${apps}<p class="soft">${words.no_app}</p>`
    : html`<p>${words.follow_hint}</p>${apps}${ways}${here(page)}`
}
<p class="to-show"><a href="${page.show_url}">${words.to_show}</a></p>
</div>`;
};

/** The way to follow without an app, for visitors. */
const here = ({ sign_in_url, words }: FollowPage): Html =>
  html`${
    sign_in_url !== null &&
    html`<div class="here"><p>${words.sign_in_follow_hint}</p><a class="button" rel="nofollow" href="${sign_in_url}">${words.sign_in_follow}</a></div>`
  }`;

/** The apps that there are for the visitor's device, on computers also those on the web; all if it is unknown. */
function appList({ feed_url, isSecret, words, platform }: FollowPage): Html {
  const isComputer = platform === "mac" || platform === "computer";
  const fitting = APPS.filter(({ on }) => platform === null || on.includes(platform));
  const onWeb = isComputer && !isSecret ? WEB_APPS : [];
  const apps = [...fitting, ...onWeb].map(({ name, glyph, link }) => ({
    name,
    glyph,
    href: link(feed_url),
  }));
  // iOS opens no app with such an address.
  if (platform !== "ios")
    apps.push({
      name: isComputer ? words.open_app : words.other_app,
      glyph: "feed",
      href: `feed:${feed_url}`,
    });
  return html`<ul class="apps">${apps.map(
    ({ name, glyph, href }) =>
      html`<li><a href="${href}" rel="noopener">${icon(glyph)}${name}</a></li>`,
  )}</ul>`;
}

/** The address of the feed to copy, and a code to scan. */
const waysOf = ({ feed_url, url, words }: FollowPage, isFirst: boolean): Html => html`
<div class="ways${isFirst && " first"}"><div>
<label for="feed-address">${isFirst ? words.feed_paste : words.feed_hint}</label>
<p class="feed"><input id="feed-address" type="url" readonly value="${feed_url}"><button type="button" class="quiet" data-copy="feed-address">${words.copy}</button></p>
<p class="copied" role="status" data-copied></p></div>
<figure>${qrCode(url, words.qr)}<figcaption>${words.scan}</figcaption></figure></div>`;

/** A QR code as one path of SVG, black on white in both themes, as cameras want it. */
function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: 3 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${trusted(squares.join(""))}"/></svg>`;
}

/** Search engines keep the show's page, not this one. */
export const followHead = ({ show_url, words }: FollowPage): Html => html`
<meta name="robots" content="noindex">
<link rel="canonical" href="${show_url}">
${listeningHead(words)}`;
