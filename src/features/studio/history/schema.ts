/** Parameters of the page of an episode's history. */
import { z } from "zod";
import { id } from "../../../platform/http/params.ts";

export const episodeId = z.object({ episode_id: id() });

/** `before`: the last entry of the page before. A malformed one counts as none, so that an old link shows something. */
export const historyQuery = z.object({ before: id().optional().catch(undefined) });

/** Entries of a page. */
export const PAGE_ENTRIES = 50;
