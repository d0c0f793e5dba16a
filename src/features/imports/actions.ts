/** Imports: asked for over HTTP and carried out by a job, or at once by the command line. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, notFound } from "../../platform/failure.ts";
import type { UploadedFile, Viewer } from "../../platform/http/route.ts";
import { enqueue } from "../../platform/jobs/job.ts";
import { FetchError, fetchBytes } from "../../platform/net/fetch.ts";
import { isDiskFull } from "../../platform/storage/full.ts";
import { type FeedReader, openReader } from "./apart.ts";
import { joinPages } from "./pages.ts";
import { importJob } from "./queue.ts";
import { FeedRefused } from "./refusal.ts";
import type { MappedFeed } from "./rules.ts";
import type { Media } from "./schema.ts";
import {
  beginImport,
  countUnfinished,
  endImport,
  findImport,
  type ImportRequest,
  type ImportRow,
  insertImport,
  keepCode,
  markProved,
  noteAddress,
} from "./store.ts";
import { type Author, type Report, writeFeed } from "./writing.ts";

/** The largest feed that is read, in bytes. */
export const MAX_FEED_BYTES = 32 * 2 ** 20;
const FETCH_MS = 60_000;
const MAX_UNFINISHED = 10;

type Wish = { feed_url?: string | null | undefined; media: Media };

/** Notes an import and queues its work. Fails naming `feed_url` or `feed_file`. */
export async function requestImport(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  { feed_url = null, media }: Wish,
  file: UploadedFile | undefined,
): Promise<ImportRow> {
  if ((feed_url === null) === (file === undefined))
    throw invalid({ [file ? "feed_file" : "feed_url"]: "give either feed_url or feed_file" });
  if (file?.bytes === 0) throw invalid({ feed_file: "is empty" });
  if ((await countUnfinished(db, viewer.user_id)) >= MAX_UNFINISHED)
    throw conflict("too-many-imports", `At most ${MAX_UNFINISHED} imports wait at a time.`);
  const feed_body = file === undefined ? null : await readFile(file.path);
  const import_id = await db.transaction().execute(async (transaction) => {
    const values = { user_id: viewer.user_id, feed_url, feed_body, media };
    const id = await insertImport(transaction, values);
    if (feed_url !== null && !viewer.is_admin)
      await keepCode(transaction, viewer.user_id, feed_url, newCode());
    await enqueue(transaction, importJob, { import_id: id });
    return id;
  });
  return readImport({ db }, viewer, import_id);
}

/** An import of the caller's; admins see all. */
export async function readImport(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  import_id: number,
): Promise<ImportRow> {
  const row = await findImport(db, import_id);
  if (row === undefined || (row.user_id !== viewer.user_id && !viewer.is_admin))
    throw notFound("import");
  return row;
}

/** Carries out an import that was asked for; refusals are its end, other failures are thrown. */
export async function runImport(
  deps: Deps,
  import_id: number,
  { last, allowPrivate }: { last: boolean; allowPrivate: boolean },
): Promise<void> {
  const request = await beginImport(deps.db, import_id);
  if (request === undefined) return;
  await using reader = openReader();
  try {
    const feed = await obtain(deps, reader, request, { import_id, allowPrivate });
    await deps.db.transaction().execute(async (db) => {
      const media = request.media as Media;
      const author = { author_id: request.user_id, allowPrivate, media };
      const report = await writeFeed(db, deps, author, feed);
      const { show_id } = report;
      await endImport(db, import_id, { state: "DONE", show_id, report: JSON.stringify(report) });
    });
  } catch (error) {
    if (isDiskFull(error) || (!(error instanceof FeedRefused) && !last)) throw error;
    const end =
      error instanceof FeedRefused
        ? { error: `The feed was not imported: ${error.message}.`, error_type: error.type }
        : { error: "The import failed for a reason of ours.", error_type: "internal" };
    if (!(error instanceof FeedRefused)) deps.log.error({ import_id, error }, "an import failed");
    await endImport(deps.db, import_id, { state: "FAILED", ...end });
  }
}

type Circumstances = { import_id: number; allowPrivate: boolean };

/** The feed, read, and shown to be the user's own. */
async function obtain(
  deps: Deps,
  reader: FeedReader,
  request: ImportRequest,
  circumstances: Circumstances,
): Promise<MappedFeed> {
  const { feed_body: bytes, feed_url } = request;
  const feed =
    bytes === null
      ? await fetchWhole(reader, feed_url ?? "", circumstances)
      : await reader.read({ bytes, charset: null, address: null });
  if (!request.is_admin) await requireProof(deps, reader, request, feed, circumstances);
  return feed;
}

/**
 * Contract §7: only what is one's own is imported, unless an admin does it. The proof is a code in
 * the feed; for an uploaded file, in the feed at the address that the file gives for itself.
 */
async function requireProof(
  { db, clock }: Deps,
  reader: FeedReader,
  { user_id, feed_body }: ImportRequest,
  feed: MappedFeed,
  circumstances: Circumstances,
): Promise<void> {
  const { feed_url } = feed;
  if (feed_url === null)
    throw new FeedRefused(
      "it does not say where it lies (atom:link with rel=self), so nobody can check whose it is; import it by its address",
      "ownership-not-proved",
    );
  const { code, proved_at } = await keepCode(db, user_id, feed_url, newCode());
  if (proved_at !== null) return;
  await noteAddress(db, circumstances.import_id, feed_url);
  const published = feed_body === null ? feed : await fetchFeed(reader, feed_url, circumstances);
  if (!published.codes.includes(code))
    throw new FeedRefused(
      `it does not prove that it is yours. Put “longwave-verify=${code}” into the description of its channel, or into a podcast:txt element there, and import it again`,
      "ownership-not-proved",
    );
  await markProved(db, user_id, feed_url, clock());
}

const newCode = () => randomBytes(12).toString("base64url");

/** Fetches and reads the feed at `address`. Throws `FeedRefused`. */
async function fetchFeed(
  reader: FeedReader,
  address: string,
  { allowPrivate }: { allowPrivate: boolean },
): Promise<MappedFeed> {
  const accept = "application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5";
  const limits = { maxBytes: MAX_FEED_BYTES, maxMs: FETCH_MS, allowPrivate, accept };
  try {
    const { bytes, charset } = await fetchBytes(address, limits);
    return await reader.read({ bytes, charset, address });
  } catch (error) {
    if (error instanceof FetchError) throw new FeedRefused(error.message, "feed-unreachable");
    throw error;
  }
}

/** The feed at `address` with all its pages. */
const fetchWhole = async (
  reader: FeedReader,
  address: string,
  limits: { allowPrivate: boolean },
): Promise<MappedFeed> =>
  joinPages(await fetchFeed(reader, address, limits), (page) => fetchFeed(reader, page, limits));

export type Source = { address: string } | { bytes: Uint8Array };

/** Imports one feed at once, for an operator. Throws `FeedRefused`. */
export async function importFeed(
  deps: Deps,
  reader: FeedReader,
  author: Author,
  source: Source,
): Promise<Report> {
  const feed =
    "address" in source
      ? await fetchWhole(reader, source.address, author)
      : await reader.read({ ...source, charset: null, address: null });
  return deps.db.transaction().execute((db) => writeFeed(db, deps, author, feed));
}
