/** Writes an imported feed to its show and episodes, and reports the result. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { enqueueOwned, userOwner } from "../../../platform/jobs/job.ts";
import { findShowTags, saveShowTags } from "../../distribution/feedtags/store.ts";
import { fetchAudio, schedule } from "../episodes/publishing/actions.ts";
import { insertEpisodes, updateEpisode } from "../episodes/store.ts";
import { insertUnderFreePermalink } from "../shows/actions.ts";
import { updateShow } from "../shows/store.ts";
import {
  type Context,
  changesTo,
  defined,
  differing,
  type Identified,
  identify,
  type KnownEpisode,
  type KnownParts,
  newEpisode,
  otherParts,
  otherTags,
  wantsCopy,
} from "./matching.ts";
import { writeParts } from "./parts.ts";
import { coverJob } from "./queue.ts";
import { fieldsOf, type NoteChange } from "./rehearsal.ts";
import type { MappedFeed, Skipped } from "./rules.ts";
import type { Media } from "./schema.ts";
import {
  findKnownShow,
  type KnownShow,
  listKnownEpisodes,
  listKnownParts,
  waitForTurn,
} from "./store.ts";

type Outcome = "created" | "updated" | "unchanged";

/** The result of an import. */
export type Report = {
  show_id: number;
  title: string;
  show: Outcome;
  /** Numbers of episodes by outcome. */
  created: number;
  updated: number;
  unchanged: number;
  skipped: Skipped[];
  notes: string[];
};

export type Author = { author_id: number; allowPrivate: boolean; media: Media };

/**
 * Updates the author's show to match the feed, in the caller's transaction, so that a failed import leaves nothing
 * behind. Rows that already match are not written.
 */
export async function writeFeed(
  db: Executor,
  { clock }: Pick<Deps, "clock">,
  author: Author,
  feed: MappedFeed,
  note: NoteChange = () => {},
): Promise<Report> {
  await waitForTurn(db, author.author_id);
  const known = await findKnownShow(db, author.author_id, feed.feed_url, feed.guid);
  const { show_id, show } = known
    ? await changeShow(db, known, author, feed, note)
    : await createShow(db, author, feed);
  const present = known ? await listKnownEpisodes(db, show_id) : new Map<string, KnownEpisode>();
  const now = clock();
  const base = feed.published !== null && feed.published <= now ? feed.published : now;
  const items = identify(feed.items, present);
  const copy = author.media === "copy";
  const context = { now, base, copy, explicit: feed.show.explicit };
  const fresh = items.filter(({ guid }) => !present.has(guid));
  await createEpisodes(db, { ...author, show_id }, fresh, context);
  for (const { item } of fresh) note({ change: "create", title: item.fields.title, fields: [] });
  const updated = known
    ? await changeEpisodes(db, author, items, present, { ...context, note })
    : 0;
  return {
    show_id,
    title: feed.show.title,
    show,
    created: fresh.length,
    updated,
    unchanged: items.length - fresh.length - updated,
    skipped: feed.skipped,
    notes: [
      ...feed.notes,
      ...notesOn(items, fresh, base === now),
      ...(copy && fresh.length + updated > 0 ? [COPYING] : []),
    ],
  };
}

const COPYING =
  "Audio is fetched in the background: each episode can be played as soon as its audio is ready.";

type Written = { show_id: number; show: Outcome };

async function createShow(
  db: Executor,
  { author_id, allowPrivate }: Author,
  { show, guid, feed_url, tags }: MappedFeed,
): Promise<Written> {
  const show_id = await insertUnderFreePermalink(db, {
    ...defined(show),
    title: show.title,
    language: show.language ?? "en",
    author_id,
    guid,
    import_feed_url: feed_url,
  });
  await saveShowTags(db, show_id, tags);
  if (show.import_image_url !== undefined)
    await queueCover(db, { show_id, author_id, allowPrivate });
  return { show_id, show: "created" };
}

/** A show keeps its GUID; the feed URL is updated if the feed was fetched from another one. */
async function changeShow(
  db: Executor,
  known: KnownShow,
  { author_id, allowPrivate }: Author,
  { show, address, feed_url, tags }: MappedFeed,
  note: NoteChange,
): Promise<Written> {
  const import_feed_url = address ?? known.import_feed_url ?? feed_url ?? undefined;
  const changes = differing(known, { ...show, import_feed_url });
  const { show_id } = known;
  const other = otherTags(await findShowTags(db, show_id), tags);
  if (Object.keys({ ...changes, ...other }).length === 0) return { show_id, show: "unchanged" };
  note({ change: "show", title: known.title, fields: fieldsOf(known, changes, other) });
  await saveShowTags(db, show_id, other);
  await updateShow(db, show_id, changes);
  if (changes.import_image_url !== undefined)
    await queueCover(db, { show_id, author_id, allowPrivate });
  return { show_id, show: "updated" };
}

type Cover = { show_id: number; author_id: number; allowPrivate: boolean };

const queueCover = (db: Executor, { show_id, author_id, allowPrivate }: Cover) =>
  enqueueOwned(
    db,
    coverJob,
    { show_id, allow_private: allowPrivate },
    { owner: userOwner(author_id), key: `cover-${show_id}` },
  );

/** Returns the number of episodes that differed from the feed. */
async function changeEpisodes(
  db: Executor,
  { allowPrivate }: Author,
  items: Identified[],
  present: ReadonlyMap<string, KnownEpisode>,
  context: Context & { note: NoteChange },
): Promise<number> {
  const ids = [...present.values()].map(({ episode_id }) => episode_id);
  const known = await listKnownParts(db, ids);
  const parts = new Map<number, Partial<KnownParts>>();
  let updated = 0;
  for (const identified of items) {
    const episode = present.get(identified.guid);
    if (episode === undefined) continue;
    const { episode_id } = episode;
    const changes = changesTo(episode, identified, context);
    const other = otherParts(identified.item, known(episode_id));
    if (other !== null) parts.set(episode_id, other);
    const copy = context.copy && wantsCopy(episode, identified);
    const same = Object.keys(changes).length === 0;
    if (other === null && same && !copy) continue;
    if (other !== null || !same) await updateEpisode(db, episode_id, changes);
    if (copy) await fetchAudio(db, episode_id, identified.item.fields.media_url, { allowPrivate });
    if (changes.auto_published_at) await schedule(db, new Date(changes.auto_published_at));
    const fields = fieldsOf(episode, changes, { ...other, ...(copy ? { audio: true } : {}) });
    context.note({ change: "update", title: episode.title, fields });
    updated += 1;
  }
  await writeParts(db, parts);
  return updated;
}

const CHUNK = 500;
const NO_PARTS: KnownParts = { chapters: [], tags: {}, transcripts: [] };

/** Inserts the feed in reverse: feeds start with the newest item, and ids should grow with time. */
async function createEpisodes(
  db: Executor,
  { show_id, author_id, allowPrivate }: Author & { show_id: number },
  fresh: Identified[],
  context: Context,
): Promise<void> {
  const oldestFirst = fresh.toReversed();
  for (let from = 0; from < oldestFirst.length; from += CHUNK) {
    const chunk = oldestFirst.slice(from, from + CHUNK);
    const rows = chunk.map((one) => ({ ...newEpisode(one, context), show_id, author_id }));
    const ids = await insertEpisodes(db, rows);
    for (const [place, { item }] of chunk.entries())
      if (context.copy)
        await fetchAudio(db, ids[place] ?? 0, item.fields.media_url, { allowPrivate });
    for (const { auto_published_at: at } of rows) if (at) await schedule(db, new Date(at));
    const parts = chunk.flatMap(({ item }, place): [number, Partial<KnownParts>][] => {
      const [id, other] = [ids[place], otherParts(item, NO_PARTS)];
      return id === undefined || other === null ? [] : [[id, other]];
    });
    await writeParts(db, new Map(parts));
  }
}

function notesOn(items: Identified[], fresh: Identified[], byImport: boolean): string[] {
  const notes: string[] = [];
  const derived = items.filter(({ item, guid }) => guid !== item.guid);
  if (derived.length > 0)
    notes.push(
      `Items that share a GUID with another item but not its enclosure got a GUID derived from both: ${placesOf(derived)}.`,
    );
  const undated = items.filter(({ item }) => item.published === null);
  const isFresh = new Set(fresh);
  const dated = undated.filter((one) => isFresh.has(one));
  const source = byImport ? "the time of this import" : "the date of the channel";
  if (dated.length > 0)
    notes.push(
      `Items without a usable date got ${source}, minus one second per position in the feed: ${placesOf(dated)}.`,
    );
  const kept = undated.length - dated.length;
  if (kept > 0) notes.push(`Items without a usable date keep the date of their episode: ${kept}.`);
  return notes;
}

/** `3, 5, 9`; of more than ten, the first ten and the total. */
function placesOf(items: Identified[]): string {
  const places = items.slice(0, 10).map(({ item }) => item.place + 1);
  return places.join(", ") + (items.length > 10 ? ` … (${items.length})` : "");
}
