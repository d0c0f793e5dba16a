/** How far a signed-in listener has come: kept by the player and by "Mark as played", and read by other browsers. */
import type { Deps } from "../../../deps.ts";
import { localPath } from "../../../platform/http/localpath.ts";
import { PageData } from "../../../platform/http/pagedata.ts";
import { callerOf, page, redirect } from "../../../platform/http/pages.ts";
import { keepProgress } from "../../listening/progress/actions.ts";
import { listLatestProgress } from "../../listening/progress/store.ts";
import { episodeId, progressForm } from "./schema.ts";

/** More than a person listens to between two visits. */
const LATEST = 200;

export const progressPages = [
  page({
    method: "GET",
    path: "/library/progress",
    summary: "List what you listened to last, for the player",
    access: "signed-in",
    async handle({ session, csrf }, { db }: Deps) {
      const rows = await listLatestProgress(db, session.user_id, LATEST);
      const episodes = rows.map(({ episode_id, position_ms, is_played, updated_at }) => ({
        ...{ episode_id, at: position_ms / 1000, is_played, updated_at: updated_at.getTime() },
      }));
      return new PageData({ csrf, episodes });
    },
  }),
  page({
    method: "POST",
    path: "/episode/:episode_id/progress",
    summary: "Keep how far you have listened to an episode",
    access: "signed-in",
    params: episodeId,
    body: progressForm,
    async handle({ params: { episode_id }, session, form }, deps: Deps) {
      const path = `/episode/${episode_id}`;
      if (!form.ok) return redirect(path);
      const { at, played, key, next } = form.value;
      const progress = { position_ms: Math.round(at * 1000), is_played: played, key };
      await keepProgress(deps, callerOf(session), episode_id, progress);
      return redirect(localPath(next) ?? path);
    },
  }),
];
