/** Writes what is pushed about an episode: a declarative message, which our own service worker understands as well. */
import { createHmac } from "node:crypto";
import type { News } from "./store.ts";

/** Code units of a title: a message has room for 3,993 bytes (RFC 8291 §4), which four bytes each cannot fill. */
const LONGEST = 300;
const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;

/** `web_push` marks a declarative message, which browsers show without running any code (W3C Push API). */
export const messageOf = (news: News, publicUrl: string): string =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: shortened(news.show_title),
      body: shortened(news.title),
      navigate: `${publicUrl}/episode/${news.episode_id}`,
      ...(news.language === null ? {} : { lang: news.language }),
      // A message that arrives twice is shown once.
      tag: `episode-${news.episode_id}`,
    },
  });

/** Of one show, a device that was away gets the last message only (RFC 8030 §5.4). It does not name the show. */
export const topicOf = (show_id: number, secret: string): string =>
  createHmac("sha256", secret).update(`topic ${show_id}`).digest("base64url").slice(0, 32);
