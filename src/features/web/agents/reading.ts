/** Tools that read: shows, episodes, messages, statistics, campaigns. */
import { z } from "zod";
import type { Answer } from "./schema.ts";
import { type Tool, tool } from "./schema.ts";
import { fromStranger, WARNING } from "./strangers.ts";
import { campaignOf, episodeOf, foundOf, itemsOf, messageOf, recordOf, showOf } from "./views.ts";

const id = z.int().min(1).max(2_147_483_647);
const limit = z.int().min(1).max(20).default(10);
const day = z.iso.date();
const offset = z.int().min(0).max(10_000).default(0);
const last_id = id.optional().describe("The id of the last item of the previous answer.");

/** Items with whether there are more, which the agent can ask for. */
const listOf = (answer: Answer, view: (item: Record<string, unknown>) => object): object => ({
  items: itemsOf(answer).map(view),
  has_more: answer.body.next_url !== null,
});

export const readingTools: readonly Tool[] = [
  tool({
    name: "who_am_i",
    title: "Your user",
    description: "The user for whom you act.",
    input: z.object({}),
    reads: true,
    async run(_input, api) {
      const { user_id, username, fullname } = recordOf(await api.get("/v2/me"), "user");
      return { user_id, username, fullname };
    },
  }),
  tool({
    name: "list_shows",
    title: "Your shows",
    description: "Lists the shows that the user can edit.",
    input: z.object({ limit, offset }),
    reads: true,
    run: async (input, api) => ({
      ...listOf(await api.get("/v2/users/me/shows", { ...input, filter: "editable" }), showOf),
      warning: WARNING,
    }),
  }),
  tool({
    name: "get_show",
    title: "One show",
    description: "A show with its description.",
    input: z.object({ show_id: id }),
    reads: true,
    async run({ show_id }, api) {
      const show = recordOf(await api.get(`/v2/shows/${show_id}`), "show");
      const description = fromStranger(show.description);
      return { ...showOf(show), description, language: show.language, warning: WARNING };
    },
  }),
  tool({
    name: "list_episodes",
    title: "Episodes of a show",
    description: "Lists the episodes of a show of the user, unpublished ones too.",
    input: z.object({ show_id: id, limit, last_id }),
    reads: true,
    run: async ({ show_id, ...page }, api) => ({
      ...listOf(
        await api.get(`/v2/shows/${show_id}/episodes`, { ...page, filter: "editable" }),
        episodeOf,
      ),
      warning: WARNING,
    }),
  }),
  tool({
    name: "get_episode",
    title: "One episode",
    description: "An episode with its description and state.",
    input: z.object({ episode_id: id }),
    reads: true,
    async run({ episode_id }, api) {
      const episode = recordOf(await api.get(`/v2/episodes/${episode_id}`), "episode");
      const { encoding_status, visibility, hidden, auto_published_at, plays_count, tags } = episode;
      const state = { encoding_status, visibility, hidden, auto_published_at, plays_count, tags };
      const description = fromStranger(episode.description);
      return { ...episodeOf(episode), ...state, description, warning: WARNING };
    },
  }),
  tool({
    name: "search",
    title: "Search",
    description: "Searches the public shows or episodes of this server.",
    input: z.object({ q: z.string().min(1).max(200), type: z.enum(["shows", "episodes"]), limit }),
    reads: true,
    run: async (input, api) => ({
      ...listOf(await api.get("/v2/search", input), foundOf),
      warning: WARNING,
    }),
  }),
  tool({
    name: "list_messages",
    title: "Messages about an episode",
    description: "Lists what listeners wrote about an episode.",
    input: z.object({ episode_id: id, limit, last_id }),
    reads: true,
    run: async ({ episode_id, ...page }, api) => ({
      ...listOf(await api.get(`/v2/episodes/${episode_id}/messages`, page), messageOf),
      warning: WARNING,
    }),
  }),
  tool({
    name: "show_statistics",
    title: "Plays of a show",
    description: "Plays and downloads of a show by day, week or month, at most 100 of them.",
    input: z.object({
      show_id: id,
      from: day,
      to: day,
      group: z.enum(["day", "week", "month"]).default("week"),
    }),
    reads: true,
    async run({ show_id, ...range }, api) {
      const { body } = await api.get(`/v2/shows/${show_id}/statistics/plays`, range);
      const all = body.statistics as {
        date: string;
        plays_count: number;
        downloads_count: number;
      }[];
      const rows = all.slice(0, 100).map((row) => [row.date, row.plays_count, row.downloads_count]);
      return { columns: ["date", "plays", "downloads"], rows, has_more: all.length > rows.length };
    },
  }),
  tool({
    name: "list_campaigns",
    title: "Campaigns of an organization",
    description:
      "Lists the campaigns of an organization with what they have spent. Nothing can be booked here.",
    input: z.object({ organization_id: id, limit, offset }),
    reads: true,
    run: async ({ organization_id, ...page }, api) =>
      listOf(await api.get("/v2/campaigns", { team_id: organization_id, ...page }), campaignOf),
  }),
];
