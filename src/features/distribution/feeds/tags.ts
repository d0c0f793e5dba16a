/** Renders feed tags (persons, funding, value, …) as elements of Podcasting 2.0; pure. */
import { withoutTrailing } from "../../../platform/text/plain.ts";
import { parseWireTime } from "../../../platform/text/time.ts";
import type { EpisodeTags, ShowTags } from "../feedtags/schema.ts";
import type { TranscriptRow } from "../feedtags/transcripts/store.ts";
import { transcriptUrl } from "../feedtags/transcripts/views.ts";
import { withKey } from "./rules.ts";
import { element, group, textElement } from "./xml.ts";

type Both = Pick<ShowTags, "persons" | "license" | "location" | "txt" | "value" | "images">;

/** The elements of a channel. `podcast:locked` is always included, because PSP-1 recommends it. */
export const showTagsXml = (tags: ShowTags, email: string | null): string =>
  textElement("podcast:locked", tags.locked?.locked ? "yes" : "no", {
    owner: tags.locked?.owner ?? email,
  }) +
  each(tags.funding, ({ url, title }) => wrap("podcast:funding", { url }, title)) +
  bothXml(tags) +
  each(tags.trailers, (trailer) =>
    textElement("podcast:trailer", trailer.title, {
      url: trailer.url,
      pubdate: parseWireTime(trailer.published_at)?.toUTCString(),
      length: trailer.bytes,
      type: trailer.type,
      season: trailer.season_number,
    }),
  ) +
  textElement("podcast:medium", tags.medium) +
  podrollXml(tags.podroll ?? []) +
  frequencyXml(tags.update_frequency);

/** The elements of an item. */
export const episodeTagsXml = (
  tags: EpisodeTags,
  transcripts: readonly TranscriptRow[],
  { baseUrl, key }: Readonly<{ baseUrl: string; key: string | null }>,
): string =>
  each(transcripts, (row) =>
    element("podcast:transcript", {
      url: withKey(transcriptUrl(row, baseUrl), key),
      type: row.type,
      language: row.language,
      rel: row.rel,
    }),
  ) +
  each(tags.soundbites, ({ starts_at, duration, title }) =>
    wrap(
      "podcast:soundbite",
      { startTime: seconds(starts_at), duration: seconds(duration) },
      title,
    ),
  ) +
  bothXml(tags) +
  each(tags.social_interact, (social) =>
    element("podcast:socialInteract", {
      uri: social.uri,
      protocol: social.protocol,
      accountId: social.account_id,
      accountUrl: social.account_url,
      priority: social.priority,
    }),
  );

const bothXml = (tags: Both): string =>
  each(tags.persons, ({ name, role, group: circle, image_url, url }) =>
    textElement("podcast:person", name, { role, group: circle, img: image_url, href: url }),
  ) +
  each(tags.location, ({ name, ...where }) => textElement("podcast:location", name, where)) +
  (tags.license
    ? textElement("podcast:license", tags.license.identifier, { url: tags.license.url })
    : "") +
  each(tags.value, valueXml) +
  each(tags.images, (image) =>
    element("podcast:image", {
      href: image.url,
      alt: image.alt,
      "aspect-ratio": image.aspect_ratio,
      width: image.width,
      height: image.height,
      type: image.type,
      purpose: image.purpose,
    }),
  ) +
  each(tags.txt, ({ text, purpose }) => textElement("podcast:txt", text, { purpose }));

const each = <T>(list: readonly T[] | undefined, write: (item: T) => string): string =>
  list === undefined ? "" : list.map(write).join("");

/** An element that is also written if it has no text. */
const wrap = (name: string, attributes: Parameters<typeof element>[1], text: string | null) =>
  text === null ? element(name, attributes) : textElement(name, text, attributes);

type Value = NonNullable<Both["value"]>[number];
type Recipient = Value["recipients"][number];
type RemoteItem = NonNullable<ShowTags["podroll"]>[number];

function valueXml({ type, method, suggested, recipients, time_splits }: Value): string {
  const splits = each(time_splits, (split) =>
    group(
      "podcast:valueTimeSplit",
      {
        startTime: seconds(split.starts_at),
        duration: seconds(split.duration),
        remoteStartTime: split.remote_starts_at === null ? null : seconds(split.remote_starts_at),
        remotePercentage: split.remote_percentage,
      },
      (split.remote_item === null ? "" : remoteItemXml(split.remote_item)) +
        each(split.recipients, recipientXml),
    ),
  );
  const attributes = { type, method, suggested: suggested === null ? null : decimal(suggested) };
  return group("podcast:value", attributes, each(recipients, recipientXml) + splits);
}

const recipientXml = (recipient: Recipient): string =>
  element("podcast:valueRecipient", {
    name: recipient.name,
    type: recipient.type,
    address: recipient.address,
    split: decimal(recipient.split ?? 0),
    fee: recipient.fee ? true : null,
    customKey: recipient.custom_key,
    customValue: recipient.custom_value,
  });

const remoteItemXml = (item: RemoteItem): string =>
  element("podcast:remoteItem", {
    feedGuid: item.feed_guid,
    feedUrl: item.feed_url,
    itemGuid: item.item_guid,
    medium: item.medium,
    title: item.title,
  });

const podrollXml = (items: readonly RemoteItem[]): string =>
  items.length === 0 ? "" : group("podcast:podroll", {}, each(items, remoteItemXml));

const frequencyXml = (frequency: ShowTags["update_frequency"]): string =>
  frequency
    ? textElement("podcast:updateFrequency", frequency.text, {
        complete: frequency.complete ? true : null,
        dtstart:
          frequency.starts_at === null ? null : parseWireTime(frequency.starts_at)?.toISOString(),
        rrule: frequency.rrule,
      })
    : "";

const seconds = (ms: number): number => ms / 1000;

/** Without an exponent, which readers of prices do not expect. */
const decimal = (number: number): string =>
  /e/i.test(String(number))
    ? withoutTrailing(withoutTrailing(number.toFixed(20), "0"), ".")
    : String(number);
