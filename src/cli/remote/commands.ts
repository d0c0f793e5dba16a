/** The commands that call one operation of the API each: a table, so that all of them behave alike. */
import type { Name } from "../../../clients/typescript/src/client.ts";
import type { Fields } from "./fields.ts";

export type RemoteCommand = Readonly<{
  /** Such as `show create`. */
  words: string;
  summary: string;
  operation: Name;
  /** Fields that are given by position. Default: those of the path, without those in `fixed`. */
  arguments?: readonly string[];
  /** Fields that the command sets itself; fields of the user replace them. */
  fixed?: Fields;
  /** What is printed of each item of a list. */
  columns?: readonly string[];
  /** The exit code is 1 if this field of the answer's only record is false. */
  passes?: string;
}>;

const EPISODE_COLUMNS = ["episode_id", "published_at", "type", "title"];
const SHOW_COLUMNS = ["show_id", "title"];

const RECORDS: readonly RemoteCommand[] = [
  { words: "me", summary: "Print the user whose token is used", operation: "getCurrentUser" },
  {
    words: "user list",
    summary: "List all accounts (admins)",
    operation: "listAccounts",
    columns: ["user_id", "username", "email", "fullname"],
  },
  { words: "user get", summary: "Print a user", operation: "getUser" },
  {
    words: "show list",
    summary: "List your shows, or those of a user: user_id=<id>",
    operation: "listUserShows",
    arguments: [],
    fixed: { user_id: "me" },
    columns: SHOW_COLUMNS,
  },
  { words: "show get", summary: "Print a show", operation: "getShow" },
  { words: "show create", summary: "Create a show", operation: "createShow" },
  { words: "show update", summary: "Change a show", operation: "updateShow" },
  { words: "show delete", summary: "Delete a show", operation: "deleteShow" },
  {
    words: "episode list",
    summary: "List a show's episodes, drafts too",
    operation: "listShowEpisodes",
    fixed: { filter: "editable" },
    columns: EPISODE_COLUMNS,
  },
  { words: "episode get", summary: "Print an episode", operation: "getEpisode" },
  { words: "episode create", summary: "Create an episode", operation: "createEpisode" },
  {
    words: "episode draft",
    summary: "Create an episode that has no audio yet",
    operation: "createEpisodeDraft",
    arguments: ["show_id"],
  },
  { words: "episode update", summary: "Change an episode", operation: "updateEpisode" },
  {
    words: "episode publish",
    summary: "Publish an episode now, or when its audio is ready",
    operation: "updateEpisode",
    // A time in the past publishes at once (docs/guides/upload.md).
    fixed: { auto_published_at: "1970-01-02 00:00:00" },
  },
  { words: "episode delete", summary: "Delete an episode", operation: "deleteEpisode" },
  {
    words: "feed check",
    summary: "Check a show's feed; exits with 1 if it violates a “must”",
    operation: "checkShowFeed",
    passes: "passed",
  },
  {
    words: "import",
    summary: "Import a podcast feed, as createImport does",
    operation: "createImport",
    arguments: ["feed_url"],
  },
  { words: "organization get", summary: "Print an organization", operation: "getOrganization" },
  {
    words: "organization shows",
    summary: "List an organization's shows",
    operation: "listOrganizationShows",
    columns: SHOW_COLUMNS,
  },
  {
    words: "organization add-member",
    summary: "Make a user a member, or change their role",
    operation: "setOrganizationMember",
  },
  {
    words: "collaborator add",
    summary: "Let a user edit a show",
    operation: "addShowCollaborator",
  },
  {
    words: "list create",
    summary: "Create a curated list (admins)",
    operation: "createCuratedList",
  },
  {
    words: "list set",
    summary: "Set a curated list's shows (admins)",
    operation: "setCuratedListShows",
  },
  {
    words: "list remove",
    summary: "Delete a curated list (admins)",
    operation: "deleteCuratedList",
  },
  { words: "webhook list", summary: "List your webhooks as JSON", operation: "listWebhooks" },
  { words: "webhook create", summary: "Create a webhook", operation: "createWebhook" },
  { words: "webhook update", summary: "Change a webhook", operation: "updateWebhook" },
  { words: "webhook test", summary: "Send a test to a webhook", operation: "testWebhook" },
  { words: "webhook delete", summary: "Delete a webhook", operation: "deleteWebhook" },
];

type Figure = readonly [figure: string, operation: Name];

const FIGURES: Readonly<Record<string, readonly Figure[]>> = {
  show: [
    ["plays", "exportShowPlayStatistics"],
    ["listeners", "exportShowListenerStatistics"],
    ["sources", "exportShowSourceStatistics"],
    ["devices", "exportShowDeviceStatistics"],
    ["geographics", "exportShowGeographicStatistics"],
  ],
  episode: [
    ["plays", "exportEpisodePlayStatistics"],
    ["listeners", "exportEpisodeListenerStatistics"],
    ["sources", "exportEpisodeSourceStatistics"],
    ["devices", "exportEpisodeDeviceStatistics"],
  ],
  organization: [
    ["plays", "exportOrganizationPlayStatistics"],
    ["listeners", "exportOrganizationListenerStatistics"],
    ["report", "exportCampaignReport"],
  ],
};

const STATISTICS: readonly RemoteCommand[] = Object.entries(FIGURES).flatMap(([record, figures]) =>
  figures.map(([figure, operation]) => ({
    words: `statistics ${record}-${figure}`,
    summary: `Print the ${figure} of a ${record} as CSV: from=<date> to=<date> …`,
    operation,
  })),
);

export const REMOTE_COMMANDS: readonly RemoteCommand[] = [...RECORDS, ...STATISTICS];
