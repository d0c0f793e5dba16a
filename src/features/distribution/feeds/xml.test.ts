/** Property tests: any text gives a well-formed feed with exactly that text. */

import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { VALUES } from "../../../../test/setup/nouns.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { replaceChapters } from "../../publishing/episodes/chapters/store.ts";
import { updateEpisode } from "../../publishing/episodes/store.ts";
import { updateShow } from "../../publishing/shows/store.ts";
import { NOUNS } from "../feedtags/rules.ts";
import { saveEpisodeTags, saveShowTags } from "../feedtags/store.ts";
import { insertTranscript } from "../feedtags/transcripts/store.ts";
import { cdata, element, textElement } from "./xml.ts";

const world = useWorld();

/** Texts with characters that XML restricts: markup, ends of CDATA sections, control characters, lone surrogates. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."<>&\"'\t\n\r\0\u0001\u001f\ufffe\uffff\ud800\udc00\u00a0é😀 "),
      fc.constantFrom("]]>", "<![CDATA[", "<!--", "-->", "<?xml", "&amp;", "&#0;", "</item>", "%"),
      fc.string({ unit: "binary" }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

/** The characters of a text that XML 1.0 allows. */
const legal = (given: string) =>
  given.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "");

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
  processEntities: { enabled: true, maxTotalExpansions: 100_000 },
});

test("elements, attributes and CDATA sections read back as written", () => {
  fc.assert(
    fc.property(text, text, text, (content, value, html) => {
      const xml = element(
        "a",
        { value },
        textElement("b", `.${content}`) + element("c", {}, cdata(`.${html}`)),
      );
      expect(XMLValidator.validate(xml)).toBe(true);
      const { a } = parser.parse(xml);
      expect(a.value).toBe(legal(value));
      expect(a.b).toBe(`.${legal(content)}`);
      // A CDATA section cannot distinguish CR from LF (XML 1.0 §2.11).
      expect(a.c).toBe(`.${legal(html).replace(/\r\n?/g, "\n")}`);
    }),
    { seed: 6, numRuns: 300 },
  );
});

/** Every text column that a feed contains. */
const SHOW_TEXTS = [
  ...["title", "description", "description_html", "copyright", "author_name", "owner_name"],
  ...["email", "website_url", "import_image_url", "episode_description_footer_html", "language"],
] as const;
const EPISODE_TEXTS = [
  ...["title", "description", "description_html", "rss_guid", "episode_link", "media_type"],
  ...["import_image_url", "permalink"],
] as const;

test("a feed is well-formed with any text in any field", async () => {
  const { db } = world.deps;
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id);
  await ada.api.post(`/v2/shows/${show_id}/rss-metadata`, { show_email: true });
  // PostgreSQL rejects NUL, and UTF-8 cannot encode lone surrogates.
  const storable = text.map((given) => given.toWellFormed().replaceAll("\0", ""));
  await fc.assert(
    fc.asyncProperty(
      fc.record(Object.fromEntries(SHOW_TEXTS.map((column) => [column, storable]))),
      fc.record(Object.fromEntries(EPISODE_TEXTS.map((column) => [column, storable]))),
      fc.array(storable, { maxLength: 3 }),
      async (show, episode, tags) => {
        await updateShow(db, show_id, show);
        await updateEpisode(db, episode_id, { ...episode, tags });
        const { status, text: xml } = await world.api.get(`/show/${show_id}/episodes/feed`);
        expect(status).toBe(200);
        expect(XMLValidator.validate(xml)).toBe(true);
        const { channel } = parser.parse(xml).rss;
        expect(channel.title ?? "").toBe(legal(show.title ?? ""));
        expect(channel.item.title ?? "").toBe(legal(episode.title ?? ""));
      },
    ),
    { seed: 6, numRuns: 60 },
  );
});

/** `value` with every text replaced by the next of `texts`, except times, whose format is fixed. */
function refilled(value: unknown, texts: () => string): unknown {
  if (typeof value === "string") return texts();
  if (Array.isArray(value)) return value.map((part) => refilled(part, texts));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => {
    const isTime = /_at$/.test(key);
    return [key, isTime ? part : refilled(part, texts)];
  });
  return Object.fromEntries(entries);
}

test("a feed is well-formed with any text in chapters, transcripts and feed tags", async () => {
  const { db } = world.deps;
  const show_id = await makeShow(world, await world.person());
  const episode_id = await makeEpisode(world, show_id);
  const storable = text.map((given) => given.toWellFormed().replaceAll("\0", ""));
  const nounsOf = (owner: string, texts: () => string) =>
    Object.fromEntries(
      NOUNS.filter((noun) => noun.owner === owner).map(({ noun }) => [
        noun,
        refilled(VALUES[noun], texts),
      ]),
    );
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(storable), async (stream) => {
      const texts = () => `.${stream.next().value}`;
      await saveShowTags(db, show_id, nounsOf("show", texts));
      await saveEpisodeTags(db, new Map([[episode_id, nounsOf("episode", texts)]]));
      const title = texts();
      await replaceChapters(db, episode_id, [{ starts_at: 0, title, external_url: texts() }]);
      const url = texts();
      await insertTranscript(db, {
        episode_id,
        url,
        type: texts(),
        language: texts(),
        rel: texts(),
      });
      const { text: xml } = await world.api.get(`/show/${show_id}/episodes/feed`);
      expect(XMLValidator.validate(xml)).toBe(true);
      const { item } = parser.parse(xml).rss.channel;
      expect(item["psc:chapters"]["psc:chapter"].title).toBe(legal(title));
      expect([item["podcast:transcript"]].flat().at(-1).url).toBe(legal(url));
    }),
    { seed: 6, numRuns: 30 },
  );
});
