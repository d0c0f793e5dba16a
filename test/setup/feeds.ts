/** Generated podcast feeds, valid and unusual ones, and a web server to fetch them from. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type MadeItem = {
  title?: string;
  guid?: string;
  pubDate?: string;
  /** URL of the enclosure; null for none. */
  enclosure?: string | null;
  type?: string;
  length?: string;
  /** Additional elements as XML. */
  more?: string;
};

export type MadeFeed = {
  title?: string;
  encoding?: string;
  /** The feed's own URL as stated in it. */
  self?: string;
  /** Additional elements of the channel, as XML. */
  more?: string;
  items?: MadeItem[];
};

const NAMESPACES = [
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:podcast="https://podcastindex.org/namespace/1.0"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:psc="http://podlove.org/simple-chapters"',
].join(" ");

/** An RSS 2.0 feed as text; texts are inserted unescaped. */
export function makeFeed({
  title = "Salt and Signal",
  encoding = "utf-8",
  self,
  more = "",
  items = [{}],
}: MadeFeed = {}): string {
  const link = self === undefined ? "" : `<atom:link rel="self" href="${self}"/>`;
  return `<?xml version="1.0" encoding="${encoding}"?>
<rss version="2.0" ${NAMESPACES}>
<channel>
<title>${title}</title>
<link>https://salt.example.org/</link>
<description>Lighthouses by radio.</description>
<language>en</language>
${link}${more}
${items.map(makeItem).join("\n")}
</channel>
</rss>`;
}

function makeItem(item: MadeItem, place: number): string {
  const { title = `Lamp ${place + 1}`, guid = `lamp-${place + 1}`, type = "audio/mpeg" } = item;
  const { enclosure = `https://media.example.org/${guid || place}.mp3`, length = "1000" } = item;
  return `<item>
<title>${title}</title>
<guid isPermaLink="false">${guid}</guid>
${item.pubDate === undefined ? "" : `<pubDate>${item.pubDate}</pubDate>`}
${enclosure === null ? "" : `<enclosure url="${enclosure}" type="${type}" length="${length}"/>`}
${item.more ?? ""}
</item>`;
}

/** Serves on 127.0.0.1 until the test ends; returns the server's base URL without a slash. */
export async function serveHttp(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
