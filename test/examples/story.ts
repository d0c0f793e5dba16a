/** Calls each operation of the API in an order in which all succeed. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { creativeJobs } from "../../src/features/advertising/lineitems/creatives/jobs.ts";
import { rank } from "../../src/features/discovery/explore/ranking/jobs.ts";
import { publishBatch } from "../../src/features/distribution/events/jobs.ts";
import { NOUNS } from "../../src/features/distribution/feedtags/rules.ts";
import { endCode } from "../../src/features/listening/notifications/mailing/codes.ts";
import { endCode as numbersCode } from "../../src/features/measurement/audiencemails/unsubscribing/codes.ts";
import { unsubscribeCode } from "../../src/features/measurement/reportmails/unsubscribing/codes.ts";
import { encodingJobs } from "../../src/features/publishing/episodes/encoding/jobs.ts";
import type { Person, World } from "../setup/app.ts";
import { makePicture } from "../setup/pictures.ts";
import { makeSound } from "../setup/sounds.ts";
import { createSurfer } from "../setup/surfer.ts";
import * as bodies from "./bodies.ts";
import { countPlays } from "./figures.ts";
import type { Network } from "./network.ts";
import type { Recorder, Sent } from "./recorder.ts";

/** Everything the chapters of the story need. */
type Stage = Readonly<{
  world: World;
  network: Network;
  /** Calls the operation as Mara, unless `sent` says otherwise. */
  call: (operationId: string, sent?: Partial<Sent>) => ReturnType<Recorder["call"]>;
  picture: File;
  sound: File;
}>;

export async function tellStory(world: World, network: Network, recorder: Recorder): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-examples-"));
  try {
    const audio = await readFile(await makeSound({ folder, name: "narvik.mp3", seconds: 20 }));
    const stage: Stage = {
      world,
      network,
      call: (operationId, sent = {}) => recorder.call(operationId, { by: network.mara, ...sent }),
      picture: new File([await makePicture({ width: 1400, height: 1400 })], "cover.png"),
      sound: new File([audio], "narvik.mp3"),
    };
    await publish(stage);
    await listen(stage);
    await curate(stage);
    await book(stage);
    await countPlays(world, network);
    await connectDevice(stage);
    await administer(stage);
    await operate(stage);
    await readAll(stage, recorder);
    await remove(stage);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function publish({ world, network, call, picture, sound }: Stage): Promise<void> {
  const { ids } = network;
  await call("updateUser", { body: bodies.USER, files: { image_file: picture } });
  const people = [
    [network.theo, "Theo Okafor"],
    [network.nils, "Nils Brandt"],
  ] as const;
  for (const [by, fullname] of people)
    await call("updateUser", { by, parameters: { user_id: by.user_id }, body: { fullname } });
  const about = { description: "Audio for people who travel slowly." };
  await call("updateOrganization", { body: about });
  const { show } = await call("createShow", { body: bodies.SHOW, files: { image_file: picture } });
  ids.show_id = show.show_id;
  const { episode } = await call("createEpisode", {
    body: bodies.EPISODE,
    files: { media_file: sound },
  });
  ids.episode_id = episode.episode_id;
  ids.subject = `episode:${episode.episode_id}`;
  await runJobs(world);
  await call("createEpisode", { body: bodies.SECOND_EPISODE });
  const draft = { ...bodies.DRAFT, show_id: show.show_id };
  ids.draft_id = (await call("createEpisodeDraft", { body: draft })).episode.episode_id;
  await call("updateShow", { body: { website_url: "https://lantern.example/night-trains" } });
  await call("updateEpisode", { body: { explicit: false, tags: ["railways", "norway"] } });
  const cuepoints = { add: [{ percent: 0, ads_max_count: 2 }] };
  const changes = { tags: { add: ["trains"] }, season_number: 1, cuepoints };
  const bulk = { ids: [episode.episode_id, ids.draft_id], changes };
  await call("updateEpisodes", { body: { ...bulk, dry_run: true } });
  await call("addShowCollaborator");
  await call("addUserCollaborator");
  await call("setOrganizationMember", {
    parameters: { user_id: network.theo.user_id },
    body: { role: "editor" },
  });
  const opening = { starts_at: 0, title: "Departure from Stockholm" };
  const { chapter } = await call("createEpisodeChapter", { body: opening });
  ids.chapter_id = chapter.chapter_id;
  await call("updateEpisodeChapter", { body: { title: "Leaving Stockholm" } });
  await call("setEpisodeCuepoints", { body: { cuepoints: [{ timecode: 10_000 }] } });
  await call("createEpisodePreview", { body: { country: "NO", device: "Mobile" } });
  const link = { url: "https://lantern.example/narvik.vtt", type: "text/vtt", language: "en" };
  const { transcript } = await call("createEpisodeTranscript", { body: link });
  ids.transcript_id = transcript.transcript_id;
  for (const { name, noun } of NOUNS)
    await call(`set${name}`, { body: { [noun]: bodies.FEED_TAGS[noun] } });
  await call("updateShowFeedSettings", { body: { show_email: false, item_limit: 300 } });
  await world.deps.db
    .insertInto("feed_pings")
    .values({
      show_id: show.show_id,
      kind: "WEBSUB",
      target: "https://hub.example",
      state: "DONE",
      attempts: 1,
    })
    .execute();
  const note = { show_id: show.show_id, at: "2026-06-03 18:00:00", text: "Named on the radio" };
  const { annotation } = await call("createAnnotation", { body: note });
  ids.annotation_id = annotation.annotation_id;
  await call("updateAnnotation", { body: { text: "Recommended on the radio" } });
  // Known, so that the key is the same on every run.
  const push = { purpose: "push", secret: Buffer.alloc(32, 1) };
  const mails = { purpose: "episodemails", secret: Buffer.alloc(32, 2) };
  const numbers = { purpose: "audiencemails", secret: Buffer.alloc(32, 3) };
  await world.deps.db.insertInto("address_secrets").values([push, mails, numbers]).execute();
  await call("getPushKey", { by: null });
  const { device } = await call("addDevice", { body: bodies.DEVICE });
  ids.device_id = device.device_id;
  await call("listDevices");
  await call("setNotificationSettings", {
    body: { frequency: "OFF", hour: 8, quiet_from: 22, quiet_to: 7 },
  });
  await call("getNotificationSettings");
  const { webhook } = await call("createWebhook", { body: bodies.WEBHOOK });
  ids.webhook_id = webhook.webhook_id;
  const types = ["episode.published", "message.created"];
  await call("updateWebhook", { body: { types } });
  await call("rotateWebhookSecret");
  const { delivery } = await call("testWebhook");
  ids.delivery_id = delivery.delivery_id;
  await call("replayWebhookDelivery");
  await call("replayWebhookEvents", { body: { from: 1042, failed_only: true } });
  const feed_url = "https://tidewater.example/feed";
  const made = await call("createImport", { body: { feed_url, media: "link" } });
  ids.import_id = made.import.import_id;
}

/** Encodes the audio that waits for it, as a worker would. */
async function runJobs({ deps }: World): Promise<void> {
  const jobs = new Map(
    [...encodingJobs(deps), ...creativeJobs(deps)].map((one) => [one.name, one]),
  );
  const { rows } = await deps.pool.query("select name, payload from owned_jobs order by job_id");
  for (const { name, payload } of rows)
    await jobs.get(name)?.run(payload, { last: true, signal: new AbortController().signal });
  await deps.pool.query("delete from owned_jobs");
}

async function listen({ network, call }: Stage): Promise<void> {
  const { ids, theo } = network;
  const asTheo = { by: theo, parameters: { user_id: theo.user_id } };
  await call("followUser");
  await call("followUser", { ...asTheo, parameters: { user_id: "me", following_id: ids.user_id } });
  await call("blockUser");
  await call("addFavorite", { ...asTheo, body: { notifications_enabled: true } });
  await call("likeEpisode", asTheo);
  await call("addBookmark", asTheo);
  const body = { text: "I took this train as a child. Thank you." };
  const { message } = await call("createEpisodeMessage", { by: theo, body });
  ids.message_id = message.message_id;
  await call("settleEpisodeMessage");
  await call("unsettleEpisodeMessage");
  await call("reportEpisodeMessage", { body: { reason: "Posted twice." } });
  for (const name of ["listUserFavorites", "listUserLikes", "checkUserLike", "listUserBookmarks"])
    await call(name, asTheo);
}

async function curate({ world, network, call }: Stage): Promise<void> {
  const { ids, admin } = network;
  const named = { name: "For the journey", subtitle: "Slow radio", countries: ["SE", "NO"] };
  const { list } = await call("createCuratedList", { by: admin, body: named });
  ids.list_id = list.list_id;
  await call("setCuratedListShows", { by: admin, body: { shows: [ids.show_id] } });
  await call("updateCuratedList", { by: admin, body: { subtitle: "Slow radio by rail" } });
  for (const name of ["listAllCuratedLists", "getCuratedListSettings"])
    await call(name, { by: admin });
  await rank(world.deps);
  await call("listCuratedLists", { parameters: { country: "SE" } });
}

async function book({ world, network, call, sound }: Stage): Promise<void> {
  const { ids } = network;
  const { advertiser } = await call("createAdvertiser", { body: bodies.ADVERTISER });
  ids.advertiser_id = advertiser.advertiser_id;
  await call("updateAdvertiser", { body: { external_id: "KC-7" } });
  const booking = { ...bodies.CAMPAIGN, advertiser_id: advertiser.advertiser_id };
  const { campaign } = await call("createCampaign", { body: booking });
  ids.campaign_id = campaign.campaign_id;
  await call("updateCampaign", { body: { budget_amount: "1500.00" } });
  const item = { ...bodies.LINE_ITEM, campaign_id: campaign.campaign_id };
  const spot = new File([sound], "flask.mp3");
  const { lineitem } = await call("createLineItem", { body: item, files: { audio_ad_file: spot } });
  ids.lineitem_id = lineitem.lineitem_id;
  const second = { body: { weight: 50 }, files: { audio_ad_file: new File([sound], "tea.mp3") } };
  const { creative } = await call("addLineItemCreative", second);
  ids.creative_id = creative.creative_id;
  await call("updateLineItemCreative", { body: { weight: 25 } });
  await runJobs(world);
  await call("createAircheck", { body: { episode_id: ids.episode_id, country: "NO" } });
  await call("updateLineItem", { body: { notes: "Starts with the summer timetable." } });
  const { lineitem: copy } = await call("cloneLineItem");
  ids.copy_id = copy.lineitem_id;
  await call("createReportShare", { body: { days: 60 } });
  await call("deleteReportShare");
  const report = ["Date,Line item ID,Impressions", `2026-06-01,${ids.lineitem_id},1200`].join("\n");
  await call("createReconciliation", { files: { report_file: new File([report], "report.csv") } });
  const moved = { ids: [copy.lineitem_id], changes: { shift_days: 7 } };
  await call("updateLineItems", { body: { ...moved, dry_run: true } });
  await call("updateLineItems", { body: moved });
  const kept = { name: "Weekly sales", period: "last_week", dimensions: ["day", "campaign"] };
  const { report: saved } = await call("createSavedReport", { body: kept });
  ids.report_id = saved.report_id;
  await call("updateSavedReport", { body: { dimensions: ["campaign"] } });
  const { user_id } = network.mara;
  await call("setReportSchedule", { body: { ...bodies.SCHEDULE, recipients: [user_id] } });
  await call("createReportMail");
  // Known, so that the code is the same on every run.
  const secret = Buffer.alloc(32);
  const known = { purpose: "reportmails", secret };
  await world.deps.db.insertInto("address_secrets").values(known).execute();
  const code = unsubscribeCode(secret, { report_id: saved.report_id, user_id });
  await call("unsubscribeFromReport", { by: null, parameters: { code } });
  const parameters = { code: endCode(Buffer.alloc(32, 2), user_id) };
  await call("unsubscribeFromEpisodes", { by: null, parameters });
  const weekly = numbersCode(Buffer.alloc(32, 3), { user_id, kind: "weekly" });
  await call("unsubscribeFromNumbers", { by: null, parameters: { code: weekly } });
  const { name: _, ...planned } = item;
  await call("forecastLineItem", { body: planned });
}

/** Connects an app by the device flow, with the consent of Mara in a browser. */
async function connectDevice({ world, network, call }: Stage): Promise<void> {
  const app = { client_id: network.app.client_id, client_secret: network.app.client_secret };
  const device = await call("authorizeDevice", { by: null, body: { scope: "read", ...app } });
  await allow(world, network.mara, device.user_code);
  const { access_token: token } = await call("createAccessToken", {
    by: null,
    body: {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: device.device_code,
      ...app,
    },
  });
  await call("introspectToken", { by: null, body: { token, ...app } });
  await call("revokeToken", { by: null, body: { token, ...app } });
}

async function allow(world: World, { username }: Person, user_code: string): Promise<void> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  await surfer.open("/oauth2/device");
  await surfer.submit({ user_code });
  await surfer.submit({});
  await surfer.submit({ decision: "allow" });
}

/** What an admin does with accounts and reported messages; nothing of it lasts. */
async function administer({ network, call }: Stage): Promise<void> {
  const by = network.admin;
  const nils = { by, parameters: { user_id: network.nils.user_id } };
  await call("listAccounts", { by, parameters: { q: "mara" } });
  await call("getAccount", { by });
  await call("updateAccount", { by, body: { verified: true } });
  await call("suspendAccount", { ...nils, body: { reason: "Advertising in messages." } });
  await call("unsuspendAccount", nils);
  await call("listReportedMessages", { by });
  await call("decideReports", { by, body: { decision: "keep" } });
  await call("reopenReports", { by });
  await call("listLogEntries", { by, parameters: { subject: "user", limit: 2 } });
}

/** What an admin does with imports and jobs, and how the server is; nothing of it lasts. */
async function operate({ world, network, call }: Stage): Promise<void> {
  const { admin: by, nils } = network;
  const { import_id } = await world.deps.db
    .insertInto("imports")
    .values({
      ...{ user_id: nils.user_id, feed_url: "https://feeds.example/harbour.xml" },
      ...{ state: "FAILED", error_type: "feed-unreachable" },
      error: "The feed was not imported: the server feeds.example does not answer.",
    })
    .returning("import_id")
    .executeTakeFirstOrThrow();
  const { job_id } = await world.deps.db
    .insertInto("owned_jobs")
    .values({
      ...{ kind: "fetch", name: "fetch-cover", owner: `user:${nils.user_id}`, payload: "{}" },
      ...{ attempts: 2, max_attempts: 5, last_error: "The server does not answer." },
    })
    .returning("job_id")
    .executeTakeFirstOrThrow();
  const job = { by, parameters: { queue: "users", job_id } };
  await call("listJobs", { by, parameters: { q: "fetch-cover" } });
  await call("retryJob", job);
  await call("deleteJob", job);
  const feed = { by, parameters: { import_id } };
  await call("listAllImports", { by, parameters: { q: "harbour" } });
  await call("retryImport", feed);
  await call("cancelImport", feed);
  await call("getHealth", { by });
  const days = { from: "2026-06-01", to: "2026-06-15" };
  await call("getAllExclusionStatistics", { by, parameters: days });
}

/** Everything that only reads and needs nothing but the ids of the story. */
async function readAll({ world, call }: Stage, recorder: Recorder): Promise<void> {
  const episodes = { parameters: { type: "episodes", q: "narvik" } };
  await call("searchShowEpisodes", episodes);
  const report = { period: "this_month", dimensions: "week,campaign" };
  await call("getCampaignReport", { parameters: report });
  await publishBatch(world.deps);
  await call("listEvents", { parameters: { after: 0, limit: 1 } });
  for (const { operationId, method } of recorder.missing())
    if (method === "GET") await call(operationId);
}

async function remove({ network, call }: Stage): Promise<void> {
  const { theo, admin, ids, former_id } = network;
  const asTheo = { by: theo, parameters: { user_id: theo.user_id } };
  await call("removeLineItemCreative");
  await call("deleteLineItem", { parameters: { lineitem_id: ids.copy_id } });
  const { advertiser } = await call("createAdvertiser", { body: bodies.ADVERTISER });
  const { advertiser_id } = advertiser;
  const booking = { ...bodies.CAMPAIGN, advertiser_id };
  const { campaign } = await call("createCampaign", { body: booking });
  await call("deleteCampaign", { parameters: { campaign_id: campaign.campaign_id } });
  await call("deleteAdvertiser", { parameters: { advertiser_id } });
  await call("deleteCuratedList", { by: admin });
  for (const name of ["unlikeEpisode", "removeBookmark", "removeFavorite"])
    await call(name, asTheo);
  for (const name of [
    ...["deleteEpisodeMessage", "deleteEpisodeTranscript", "deleteEpisodeChapter"],
    ...["deleteEpisodeChapters", "deleteEpisodeCuepoints", "removeShowCollaborator"],
    ...["removeUserCollaborator", "unfollowUser", "unblockUser", "deleteAnnotation"],
    ...["deleteDevice", "deleteWebhook"],
    ...["deleteReportSchedule", "deleteSavedReport"],
  ])
    await call(name);
  await call("removeOrganizationMember", { parameters: { user_id: theo.user_id } });
  await call("deleteEpisode", { parameters: { episode_id: ids.draft_id } });
  const { show } = await call("createShow", { body: { title: "Day Trains", language: "en" } });
  await call("deleteShow", { parameters: { show_id: show.show_id } });
  await call("deleteOrganization", { parameters: { organization_id: former_id } });
}
