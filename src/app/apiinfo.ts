/** Describes the API as a whole: its title, its conventions, its examples and the chapters of its reference. */
import { readFileSync } from "node:fs";
import path from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import type { ApiInfo } from "../platform/http/openapi.ts";

/** General information in the API description. */
export const API: ApiInfo = {
  title: "Longwave API",
  version: packageJson.version,
  description: `Publish podcasts, search and deliver them, book ads in them, and count downloads and listeners.

Every JSON response under \`/v2\` is an object with one key, \`response\`. An error response has an \`error\` there, with \`messages\`, \`code\`, a stable \`type\`, and the \`request_id\` to quote when you report a problem.

Send parameters as multipart/form-data, urlencoded, as JSON, or in the query. Send your token as \`Authorization: Bearer …\`.

The response to a GET has an \`ETag\`. Send it as \`If-None-Match\` to get 304 if nothing has changed, or as \`If-Match\` with a write to get 412 if the record has changed since then.`,
  // Recorded by `npm run examples`; read with the description, which few servers are asked for.
  examples: () => JSON.parse(readFileSync(path.join(import.meta.dirname, "examples.json"), "utf8")),
  parameters: {
    advertiser_id: "Id of the advertiser.",
    annotation_id: "Id of the annotation.",
    blocked_id: "Id of the user to block or unblock.",
    campaign_id: "Id of the campaign.",
    category_id: "Id of the category, from `GET /v2/show-categories`.",
    chapter_id: "Id of the chapter.",
    collaborator_id: "Id of the user who becomes or stops being a collaborator.",
    creative_id: "Id of the creative.",
    delivery_id: "Id of the delivery.",
    digest: "Digest of the rendition, from the URL of the redirect.",
    episode_id: "Id of the episode.",
    explicit: "Only results with explicit content (`true`), or only those without (`false`).",
    feature: "The part of the studio that the file belongs to.",
    file: "Any file name; it does not change the answer.",
    folder: "The folder of the file.",
    following_id: "Id of the user to follow or unfollow.",
    import_id: "Id of the import.",
    job_id: "Id of the job in its queue.",
    language: "Only results in this language.",
    lineitem_id: "Id of the line item.",
    list_id: "Id of the curated list.",
    message_id: "Id of the message.",
    name: "File name at the end of a URL that another response contains.",
    organization_id: "Id of the organization.",
    queue: "`users`: work that users cause; `server`: the server's own.",
    report_id: "Id of the saved report.",
    show_id: "Id of the show.",
    tag_name: "The tag, without `#`.",
    transcript_id: "Id of the transcript.",
    upload_id: "Id at the end of the upload's URL.",
    user_id: "Id of the user.",
    version: "Version of the files, as the page that uses them names it.",
    device_id: "Id of the device.",
    webhook_id: "Id of the webhook.",
  },
  tags: {
    Users: "Accounts, followers and blocked users.",
    Organizations: "Organizations, their members and the shows of their networks.",
    Collaborators: "Users who can edit one show, or all shows, of another user.",
    Administration:
      "The work of the server's admins: accounts, reported messages, imports, jobs, health and the whole audit log.",
    "Audit log":
      "The changes of shows, episodes, bookings and other records: by whom, when and how.",
    Shows: "Podcasts, each with a feed of its own.",
    Episodes: "Episodes, their audio and when they are published.",
    "Resumable uploads": "Large audio files in several requests, by the tus protocol 1.0.",
    Chapters: "Chapters of an episode.",
    Transcripts: "Transcripts of an episode, as files or links.",
    Cuepoints: "The ad breaks of an episode.",
    "Feed tags": "Data that only feeds contain: the tags of the Podcasting 2.0 namespace.",
    Events: "The changes of shows, bookings and people, in order.",
    Webhooks: "URLs of yours to which events are sent.",
    Notifications:
      "Devices of yours to which new episodes of your favorites are pushed, and what you are mailed about.",
    Imports: "Shows created from existing podcast feeds.",
    Feeds: "Podcast feeds, the files they link to, and how they are served.",
    Playback: "Playing and downloading the audio of episodes, with ads.",
    Media: "Files whose URLs other responses contain.",
    Originals: "Uploaded files without any change, for callers who may replace them.",
    Embedding: "oEmbed, for editors that turn links into players.",
    Search: "Full-text search of shows and episodes.",
    Explore: "Curated lists, and the shows of categories.",
    Tags: "Episodes by tag.",
    Favorites: "The shows a user follows.",
    Likes: "The episodes a user likes.",
    Bookmarks: "The episodes a user keeps for later.",
    Messages: "Public messages about episodes.",
    Advertising: "Advertisers, their campaigns and line items.",
    Creatives:
      "The ads of line items: their audio, their sound, and how they are heard in an episode.",
    "Campaign statistics": "Impressions and revenue of campaigns and line items.",
    "Audience statistics":
      "Plays, downloads and listeners of organizations, users, shows and episodes.",
    Annotations: "Notes on the time line of a show, beside its statistics.",
    Statistics: "How downloads and ads are counted.",
    "Reference data": "Categories, languages and countries.",
    "OAuth 2": "The authorization server for apps (RFC 6749, RFC 7636, RFC 8628).",
    Pages: "Styles and scripts of the web pages.",
    Reference: "This description of the API.",
  },
};
