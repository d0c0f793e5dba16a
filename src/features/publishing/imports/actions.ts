/** Requests imports over HTTP and runs them in a job, or at once for the command line. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Deps } from "../../../deps.ts";
import { actAs } from "../../../platform/db/actor.ts";
import { invalid, overLimit } from "../../../platform/failure.ts";
import type { Caller, UploadedFile } from "../../../platform/http/route.ts";
import { type Attempt, enqueueOwned, userOwner } from "../../../platform/jobs/job.ts";
import type { Limit } from "../../../platform/limits.ts";
import { missing, requireRight } from "../../../platform/rights.ts";
import { isDiskFull } from "../../../platform/storage/full.ts";
import { isSelfOrAdmin } from "../../people/users/rights.ts";
import { type FeedReader, openReader } from "./feedreader.ts";
import { type FetchPolicy, openFeed } from "./fetching.ts";
import { importJob } from "./queue.ts";
import { FeedRefused } from "./refusal.ts";
import { type Change, rehearse } from "./rehearsal.ts";
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

export const unfinishedImports: Limit = {
  name: "unfinished-imports",
  value: 10,
  unit: "imports",
  bounds: "Imports of one user that wait or run.",
  beyond: "409 `too-many-imports`",
};

type Wish = { feed_url?: string | null | undefined; media: Media; dry_run?: boolean };

/** Creates an import and queues its job. Fails on `feed_url` or `feed_file`. */
export async function requestImport(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  { feed_url = null, media, dry_run = false }: Wish,
  file: UploadedFile | undefined,
): Promise<ImportRow> {
  if ((feed_url === null) === (file === undefined))
    throw invalid({
      [file ? "feed_file" : "feed_url"]: "must be sent as either feed_url or feed_file",
    });
  if (file?.bytes === 0) throw invalid({ feed_file: "is empty" });
  if ((await countUnfinished(db, caller.user_id)) >= unfinishedImports.value)
    throw overLimit(
      unfinishedImports,
      "conflict",
      "too-many-imports",
      `At most ${unfinishedImports.value} imports can wait at a time. Try again when one has ended.`,
    );
  const feed_body = file === undefined ? null : await readFile(file.path);
  const import_id = await db.transaction().execute(async (transaction) => {
    const values = { user_id: caller.user_id, feed_url, feed_body, media, dry_run };
    const id = await insertImport(transaction, values);
    if (feed_url !== null && !caller.is_admin)
      await keepCode(transaction, caller.user_id, feed_url, newCode());
    const owner = userOwner(caller.user_id);
    await enqueueOwned(transaction, importJob, { import_id: id }, { owner });
    return id;
  });
  return readImport({ db }, caller, import_id);
}

/** An import of the caller; admins can read all. */
export async function readImport(
  { db }: Pick<Deps, "db">,
  caller: Caller,
  import_id: number,
): Promise<ImportRow> {
  const row = await findImport(db, import_id);
  requireRight(row !== undefined && isSelfOrAdmin(caller, row.user_id), missing("import"));
  return row;
}

/** Runs a requested import. A rejected feed ends the import; other failures are thrown so that the job is retried. */
export async function runImport(
  deps: Deps,
  import_id: number,
  { last, allowPrivate, signal }: Attempt & { allowPrivate: boolean },
): Promise<void> {
  const request = await beginImport(deps.db, import_id);
  if (request === undefined) return;
  await using reader = openReader(deps.gates);
  try {
    const feed = await obtain(deps, reader, request, {
      import_id,
      allowPrivate: allowPrivate || deps.config.outboundPrivate,
      signal,
    });
    const actor = { user_id: request.user_id, via: "import" } as const;
    const author = { author_id: request.user_id, allowPrivate, media: request.media as Media };
    if (request.dry_run) {
      const end = await findChanges(deps, author, feed);
      await endImport(deps.db, import_id, { state: "DONE", ...end });
      return;
    }
    const write = () =>
      deps.db.transaction().execute(async (db) => {
        const report = await writeFeed(db, deps, author, feed);
        const { show_id } = report;
        const end = { state: "DONE" as const, show_id, report: JSON.stringify(report) };
        // Nothing of a canceled import stays.
        if (!(await endImport(db, import_id, end))) throw new Canceled();
      });
    await actAs(actor, write);
  } catch (error) {
    if (error instanceof Canceled) return;
    // The job waits for disk space without using up an attempt.
    if (isDiskFull(error)) throw error;
    // Work interrupted by the end of this process is repeated by the next one.
    if (signal.aborted || (!(error instanceof FeedRefused) && !last)) throw error;
    const end =
      error instanceof FeedRefused
        ? { error: `The feed was not imported: ${error.message}.`, error_type: error.type }
        : {
            error: "The import failed because of a server error. Try again later.",
            error_type: "internal",
          };
    if (!(error instanceof FeedRefused)) deps.log.error({ import_id, error }, "an import failed");
    await endImport(deps.db, import_id, { state: "FAILED", ...end });
  }
}

/** An admin has ended the import while it ran. */
class Canceled extends Error {}

/** Changes that a dry run lists; its numbers count the rest. */
const MOST_CHANGES = 200;

/** What an import would change, as its report. */
async function findChanges(deps: Deps, author: Author, feed: MappedFeed) {
  const changes: Change[] = [];
  const note = (change: Change) => changes.length < MOST_CHANGES && changes.push(change);
  const report = await rehearse(deps.db, (db) => writeFeed(db, deps, author, feed, note));
  const show_id = report.show === "created" ? null : report.show_id;
  return { show_id, report: JSON.stringify({ ...report, show_id, changes }) };
}

/** The parsed feed; ownership is proved before more than its first page is fetched. */
async function obtain(
  deps: Deps,
  reader: FeedReader,
  request: ImportRequest,
  circumstances: FetchPolicy & { import_id: number },
): Promise<MappedFeed> {
  const { feed_body: bytes, feed_url } = request;
  if (bytes !== null) {
    const feed = await reader.read({ bytes, charset: null, address: null });
    if (!request.is_admin) await requireProof(deps, reader, request, feed, circumstances);
    return feed;
  }
  const { first, rest } = await openFeed(reader, feed_url ?? "", circumstances);
  if (!request.is_admin) await requireProof(deps, reader, request, first, circumstances);
  return rest();
}

/**
 * Contract §7: users can only import their own feeds; admins can import any. The proof is a code in the feed; for an
 * uploaded file, in the feed at the URL that the file declares.
 */
async function requireProof(
  { db, clock }: Deps,
  reader: FeedReader,
  { user_id, feed_body }: ImportRequest,
  feed: MappedFeed,
  circumstances: FetchPolicy & { import_id: number },
): Promise<void> {
  const { feed_url } = feed;
  if (feed_url === null)
    throw new FeedRefused(
      "it does not contain its own URL (atom:link with rel=self), so its ownership cannot be checked; import it by its URL",
      "ownership-not-proved",
    );
  const { code, proved_at } = await keepCode(db, user_id, feed_url, newCode());
  if (proved_at !== null) return;
  await noteAddress(db, circumstances.import_id, feed_url);
  const published =
    feed_body === null ? feed : (await openFeed(reader, feed_url, circumstances)).first;
  if (!published.codes.includes(code))
    throw new FeedRefused(
      `its ownership is not proved. Add “longwave-verify=${code}” to the channel's description or to a podcast:txt element of the channel, then import it again`,
      "ownership-not-proved",
    );
  await markProved(db, user_id, feed_url, clock());
}

const newCode = () => randomBytes(12).toString("base64url");

export type Source = { address: string } | { bytes: Uint8Array };

/** Imports a feed immediately, for an operator. Throws `FeedRefused`. */
export async function importFeed(
  deps: Deps,
  reader: FeedReader,
  author: Author,
  source: Source,
): Promise<Report> {
  const feed =
    "address" in source
      ? await (await openFeed(reader, source.address, author)).rest()
      : await reader.read({ ...source, charset: null, address: null });
  return deps.db.transaction().execute((db) => writeFeed(db, deps, author, feed));
}
