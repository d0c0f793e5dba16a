/** Stores a new episode while it is written, and publishes it as chosen; tells all faults of its form at once. */
import type { Deps } from "../../../deps.ts";
import { Failure, invalid, notFound } from "../../../platform/failure.ts";
import { callerOf, type SessionCaller } from "../../../platform/http/pages.ts";
import type { UploadedFile } from "../../../platform/http/route.ts";
import { htmlOfNotes } from "../../../platform/text/notes.ts";
import { countChapters } from "../../publishing/episodes/chapters/store.ts";
import {
  changeEpisode,
  createDraft,
  createUpload,
} from "../../publishing/episodes/publishing/actions.ts";
import { hasMedia } from "../../publishing/episodes/rules.ts";
import type { EpisodeRow } from "../../publishing/episodes/store.ts";
import type { ShowRow } from "../../publishing/shows/store.ts";
import { draftFieldsOf, draftForm, draftParams, draftValues } from "../drafts/episode.ts";
import type { Difference } from "../drafts/rules.ts";
import { loudnessText } from "../frame/loudness.ts";
import { findOwnEpisode, publicationOf } from "./actions.ts";
import { type Check, checksOf } from "./checks.ts";
import { withoutTheirs } from "./conflicts.ts";
import type { StoredDraft } from "./newview.ts";
import { publicationForm } from "./schema.ts";

type Given = Readonly<Record<string, string>>;

/** The fields of a draft that the form has. */
const FIELDS = [
  "title",
  "description",
  "tags",
  "season_number",
  "episode_number",
  "season_episode_type",
] as const;

/** The draft that the form names, if it belongs to the show; null if it names none. */
export async function findDraftOf(
  deps: Deps,
  session: SessionCaller,
  show_id: number,
  draft: string | undefined,
): Promise<EpisodeRow | null> {
  if (draft === undefined || draft === "") return null;
  if (!/^\d{1,15}$/.test(draft)) throw notFound("episode");
  const { episode } = await findOwnEpisode(deps, session, Number(draft));
  if (episode.show_id !== show_id) throw notFound("episode");
  return episode;
}

const isComing = ({ type, encoding_status }: EpisodeRow): boolean =>
  type !== "DRAFT" && ["PENDING", "PROCESSING"].includes(encoding_status);

export function storedDraft(row: EpisodeRow): StoredDraft {
  const values = draftValues(row);
  return {
    episode_id: row.episode_id,
    revision: row.revision,
    values: Object.fromEntries(FIELDS.map((name) => [name, values[name]])),
    hasAudio: hasMedia(row) || isComing(row),
    isProcessing: isComing(row),
  };
}

/** The checks of what is written in a form, with what is stored of it. */
export async function findChecks(
  { db }: Pick<Deps, "db">,
  locale: string,
  show: ShowRow,
  row: EpisodeRow | null,
  given: Given,
): Promise<Check[]> {
  return checksOf({
    title: given.title ?? row?.title ?? "",
    notes: given.description ?? row?.description ?? "",
    show,
    episode: row === null ? null : { ...row, hasAudio: hasMedia(row) },
    chapters: row === null ? 0 : await countChapters(db, row.episode_id),
    loudness: loudnessText(locale, row?.loudness_lufs ?? null),
  });
}

/** Stores the first version of a draft, which nothing publishes by itself. */
export const beginDraft = (
  deps: Deps,
  session: SessionCaller,
  show_id: number,
  title: string,
): Promise<EpisodeRow> =>
  createDraft(deps, callerOf(session), { show_id, title, auto_published_at: null }, {});

/** Gives a draft the audio of a finished upload, and begins to process it. */
export const attachUpload = (
  deps: Deps,
  session: SessionCaller,
  { episode_id, published_at }: EpisodeRow,
  upload_id: string,
): Promise<EpisodeRow> => {
  const when = published_at === null ? { auto_published_at: null } : {};
  return changeEpisode(deps, callerOf(session), episode_id, { upload_id, ...when }, {}, null);
};

type Sent = Readonly<{
  show_id: number;
  /** Of the date that was given. */
  timezone: string;
  given: Given;
  media_file: UploadedFile | undefined;
  /** Stored already, while the form was filled in. */
  draft: EpisodeRow | null;
  /** What differs from the draft as it is now; what only others changed stays theirs. */
  changes: readonly Difference[];
}>;

/** Stores what was sent, published as chosen. Fails on every wrong field at once. */
export async function finishEpisode(
  deps: Deps,
  session: SessionCaller,
  { show_id, timezone, given, media_file, draft, changes }: Sent,
): Promise<EpisodeRow> {
  const faults: Record<string, string> = {};
  const fields = draftForm.omit({ revision: true }).safeParse(draftFieldsOf(given));
  for (const { path, message } of fields.error?.issues ?? []) faults[String(path[0])] ??= message;
  if ((given.title ?? "") === "") faults.title = "is required";
  const choice = publicationForm.safeParse(given);
  const when = choice.data?.when ?? "now";
  const publication = collecting(faults, () => publicationOf(choice.data ?? { when }, timezone));
  const upload_id = given.upload_id === "" ? undefined : given.upload_id;
  const hasAudio = draft !== null && (hasMedia(draft) || isComing(draft));
  const brings = media_file !== undefined || upload_id !== undefined;
  if (when !== "draft" && !brings && !hasAudio) faults.media_file = "is required";
  if (Object.keys(faults).length > 0 || !fields.success) throw invalid(faults);
  const caller = callerOf(session);
  const files = media_file === undefined ? {} : { media_file };
  const audio = upload_id === undefined ? {} : { upload_id };
  const title = fields.data.title ?? "";
  if (draft !== null) {
    const params = draftParams(withoutTheirs(fields.data, changes), draft);
    // A time that has come publishes what can be played at once.
    const dates = { auto_published_at: deps.clock(), ...publication };
    const revisions = comparedWith(draft, given);
    const save = (more: typeof audio) => {
      const changed = { ...params, ...more, ...dates };
      return changeEpisode(deps, caller, draft.episode_id, changed, files, revisions);
    };
    return save(audio).catch(unlessUsedUp(hasAudio, () => save({})));
  }
  const { description, ...plain } = fields.data;
  const notes = description === undefined ? {} : { description_html: htmlOfNotes(description) };
  const params = { ...plain, ...notes, title, ...publication };
  if (!brings) return createDraft(deps, caller, { ...params, show_id }, {});
  return createUpload(deps, caller, show_id, { ...params, ...audio }, files);
}

/** The page's script may have given the draft this upload a moment before: then the rest is saved. */
const unlessUsedUp = (hasAudio: boolean, save: () => Promise<EpisodeRow>) => (error: unknown) => {
  if (hasAudio && error instanceof Failure && error.fields?.upload_id) return save();
  throw error;
};

/** The revision that the form was compared with; a form that names none was not. */
const comparedWith = ({ revision }: EpisodeRow, given: Given): number[] | null =>
  given.revision === undefined ? null : [revision];

function collecting<T>(faults: Record<string, string>, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Failure) || error.fields === null) throw error;
    Object.assign(faults, error.fields);
    return undefined;
  }
}
