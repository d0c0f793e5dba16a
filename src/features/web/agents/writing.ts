/** Tools that write: a draft at once; whatever the public sees only after a confirmation. */
import { z } from "zod";
import { askFirst, requireConfirmation } from "./confirming.ts";
import { type Api, type Tool, tool } from "./schema.ts";
import { WARNING } from "./strangers.ts";
import { episodeOf, recordOf } from "./views.ts";

const id = z.int().min(1).max(2_147_483_647);
const title = z.string().min(1).max(140);
const description = z.string().max(10_000);
const tags = z.array(z.string().min(1).max(60)).max(20);
const confirmation = z
  .string()
  .max(100)
  .optional()
  .describe("Leave it out at first. The answer says what would happen, and what to send here.");

/** Summaries name an episode by its id, because its title may be a stranger's. */
const shown = (episode: Readonly<Record<string, unknown>>) => ({
  episode: episodeOf(episode),
  warning: WARNING,
});

const readEpisode = async (api: Api, episode_id: number) => {
  const answer = await api.get(`/v2/episodes/${episode_id}`);
  return { episode: recordOf(answer, "episode"), etag: answer.etag };
};

const write = async (api: Api, id: number, fields: object, etag: string | null) => {
  const answer = await api.post(`/v2/episodes/${id}`, { ...fields }, etag ?? undefined);
  return { done: true, ...shown(recordOf(answer, "episode")) };
};

export const writingTools: readonly Tool[] = [
  tool({
    name: "create_draft",
    title: "Create a draft",
    description:
      "Creates a draft of an episode, without audio. Nobody but the editors of the show sees it.",
    input: z.object({
      show_id: id,
      title,
      description: description.optional(),
      tags: tags.optional(),
    }),
    reads: false,
    async run(input, api) {
      const answer = await api.post("/v2/episodes/drafts", { ...input, auto_published_at: "" });
      return { done: true, ...shown(recordOf(answer, "episode")) };
    },
  }),
  tool({
    name: "update_episode",
    title: "Change an episode",
    description:
      "Changes title, description or tags. If the episode is published or scheduled, it has to be confirmed.",
    input: z.object({
      episode_id: id,
      title: title.optional(),
      description: description.optional(),
      tags: tags.optional(),
      confirmation,
    }),
    reads: false,
    async run({ episode_id, confirmation: given, ...fields }, api) {
      const { episode, etag } = await readEpisode(api, episode_id);
      const isDraft = episode.published_at === null && episode.auto_published_at === null;
      if (isDraft) return write(api, episode_id, fields, etag);
      const intent = { tool: "update_episode", input: { episode_id, ...fields }, etag };
      const summary = `Change ${Object.keys(fields).join(", ")} of the episode ${episode_id}.`;
      if (given === undefined) return askFirst(intent, api, summary, { ...shown(episode), fields });
      requireConfirmation(intent, api, given);
      return write(api, episode_id, fields, etag);
    },
  }),
  tool({
    name: "publish_episode",
    title: "Publish an episode",
    description: "Publishes an episode now or at a time. It always has to be confirmed.",
    input: z.object({
      episode_id: id,
      at: z.iso.datetime().optional().describe("In ISO 8601, UTC. Default: now."),
      confirmation,
    }),
    reads: false,
    async run({ episode_id, at, confirmation: given }, api) {
      const { episode, etag } = await readEpisode(api, episode_id);
      const intent = { tool: "publish_episode", input: { episode_id, at: at ?? null }, etag };
      const when = at === undefined ? "now" : `at ${at}`;
      const summary = `Publish the episode ${episode_id} ${when}: everyone who may see its show can hear it.`;
      if (given === undefined) return askFirst(intent, api, summary, shown(episode));
      requireConfirmation(intent, api, given);
      const moment = at === undefined ? api.now : new Date(at);
      const auto_published_at = moment.toISOString().slice(0, 19).replace("T", " ");
      return write(api, episode_id, { auto_published_at }, etag);
    },
  }),
];
