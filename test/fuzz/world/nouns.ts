/** Creates a record of each kind over HTTP for a tenant, with texts from `say`. */
import type { Client, Reply } from "../../setup/client.ts";
import type { Files } from "../encode.ts";
import type { Pools } from "./pools.ts";

/** A tenant whose records are created. */
export type Tenant = Readonly<{
  /** The name of its records in the pools: `mine` or `theirs`. */
  owner: string;
  /** Its author, and admin of its organization. */
  api: Client;
  pools: Pools;
  files: Files;
  /** A text for this private field or record, at most 24 characters. */
  say(where: string): string;
}>;

const DAY_MS = 86_400_000;
const wire = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 19).replace("T", " ");
const day = (days: number): string => wire(days).slice(0, 10);

/** The content of `response`. Throws if the server refuses. */
async function made(asked: Promise<Reply>): Promise<Record<string, Record<string, unknown>>> {
  const { status, text } = await asked;
  if (status !== 200) throw new Error(`The world could not be filled: ${status} ${text}`);
  return JSON.parse(text).response;
}

export type Fields = Record<string, unknown>;

async function add(
  { owner, pools }: Tenant,
  asked: Promise<Reply>,
  noun: string,
  ...above: number[]
): Promise<number> {
  const response = await made(asked);
  const id = Number(response[noun]?.[`${noun}_id`]);
  const names: Record<string, string> = { message: "episode_id", chapter: "episode_id" };
  const holder = { ...names, transcript: "episode_id", creative: "lineitem_id" }[noun];
  pools.add(owner, holder ? `${holder},${noun}_id` : `${noun}_id`, [...above, id]);
  return id;
}

/** A show; public by default. */
export function newShow(tenant: Tenant, fields: Fields = {}): Promise<number> {
  const isPrivate = fields.visibility !== undefined;
  const word = (field: string) =>
    isPrivate ? tenant.say(`${field} of a ${fields.visibility} show`) : "Open rails";
  const show = {
    title: word("title"),
    language: "en",
    category_id: 92,
    description: word("description"),
    owner_name: word("owner"),
    copyright: word("copyright"),
    ...fields,
  };
  return add(tenant, tenant.api.post("/v2/shows", show), "show");
}

/** An EXTERNAL episode, published unless `fields` say otherwise. */
export function newEpisode(tenant: Tenant, show_id: number, fields: Fields = {}): Promise<number> {
  const secret = typeof fields.secret === "string" ? fields.secret : null;
  const word = (field: string) =>
    secret === null ? "An open episode" : tenant.say(`${field} of ${secret}`);
  const { secret: _secret, ...rest } = fields;
  const episode = {
    title: word("title"),
    description: word("description"),
    tags: ["night"],
    type: "EXTERNAL",
    media_url: `https://media.invalid/${word("audio").replace(/ /g, "-")}`,
    published_at: wire(-3),
    ...rest,
  };
  return add(tenant, tenant.api.post(`/v2/shows/${show_id}/episodes`, episode), "episode");
}

export function newDraft(tenant: Tenant, show_id: number): Promise<number> {
  const title = tenant.say("title of a draft");
  const chapters = [{ starts_at: 0, title: tenant.say("chapter of a draft") }];
  const draft = { show_id, title, description: tenant.say("description of a draft"), chapters };
  return add(tenant, tenant.api.post("/v2/episodes/drafts", draft), "episode");
}

/** Adds a chapter, a message, a transcript and cuepoints to an episode. */
export async function furnish(tenant: Tenant, episode_id: number, where: string): Promise<void> {
  const { api } = tenant;
  const path = `/v2/episodes/${episode_id}`;
  const chapter = { starts_at: 1000, title: tenant.say(`chapter of ${where}`) };
  await add(tenant, api.post(`${path}/chapters`, chapter), "chapter", episode_id);
  const message = { text: tenant.say(`message under ${where}`) };
  await add(tenant, api.post(`${path}/messages`, message), "message", episode_id);
  const link = `https://words.invalid/${tenant.say(`transcript of ${where}`).replace(/ /g, "-")}.vtt`;
  const transcript = { url: link, type: "text/vtt" };
  await add(tenant, api.post(`${path}/transcripts`, transcript), "transcript", episode_id);
  await made(api.post(`${path}/cuepoints`, { cuepoints: [{ timecode: 500 }] }, { as: "json" }));
  const persons = [{ name: tenant.say(`person of ${where}`) }];
  await made(api.put(`${path}/persons`, { persons }, { as: "json" }));
}

/** Creates an advertiser with a campaign, a line item and a creative, in the tenant's only team. */
export async function newBooking(tenant: Tenant): Promise<void> {
  const { api, files, say } = tenant;
  const notes = () => ({
    notes: say("booking's notes"),
    external_id: say("booking's external id"),
  });
  const advertiser = { name: say("advertiser"), iab_categories: "IAB1", ...notes() };
  const advertiser_id = await add(tenant, api.post("/v2/advertisers", advertiser), "advertiser");
  const campaign = {
    name: say("campaign"),
    advertiser_id,
    external_id: say("campaign's external id"),
  };
  const campaign_id = await add(tenant, api.post("/v2/campaigns", campaign), "campaign");
  const lineitem = {
    name: say("line item"),
    campaign_id,
    priority_id: 40,
    start_date: day(-1),
    ...{
      end_date: day(20),
      goal_pacing: "ASAP",
      price_type: "CPM",
      price_amount: "12.3",
      ...notes(),
    },
  };
  const lineitem_id = await add(tenant, api.post("/v2/lineitems", lineitem), "lineitem");
  const audio_ad_file = new File(
    [new Uint8Array(files.audio ?? [])],
    `${say("creative").replace(/ /g, "-")}.mp3`,
  );
  const creative = api.post(
    `/v2/lineitems/${lineitem_id}/creatives`,
    { weight: 50 },
    { files: { audio_ad_file } },
  );
  await add(tenant, creative, "creative", lineitem_id);
}

export function newImport(tenant: Tenant): Promise<number> {
  const feed_url = `https://feeds.invalid/${tenant.say("address of an import").replace(/ /g, "-")}.xml`;
  return add(tenant, tenant.api.post("/v2/imports", { feed_url }), "import");
}

/** Creates an empty resumable upload; `name` is the file name. */
export async function newUpload(
  tenant: Tenant,
  token: string,
  url: string,
  name: string,
): Promise<void> {
  const answer = await fetch(`${url}/v2/uploads`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "tus-resumable": "1.0.0",
      "upload-length": "1000",
      "upload-metadata": `filename ${base64(name)}`,
    },
  });
  const id = answer.headers.get("location")?.split("/").at(-1);
  if (id === undefined) throw new Error(`No upload: ${answer.status} ${await answer.text()}`);
  tenant.pools.add(tenant.owner, "upload_id", [id]);
}

/** Deletes uploads that requests created, because unused ones count against a limit. */
export async function deleteUploads(
  ids: readonly string[],
  token: string,
  url: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0" };
  for (const id of ids) await fetch(`${url}/v2/uploads/${id}`, { method: "DELETE", headers });
}

export const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Uploads a recording; resolves when it can be played. */
export async function newRecording(tenant: Tenant, show_id: number): Promise<number> {
  const { api, files, pools, owner } = tenant;
  const media_file = new File([new Uint8Array(files.audio ?? [])], "a.mp3");
  const path = `/v2/shows/${show_id}/episodes`;
  const id = await add(
    tenant,
    api.post(path, { title: "Recorded" }, { files: { media_file } }),
    "episode",
  );
  for (const until = Date.now() + 120_000; Date.now() < until; ) {
    const { response } = await api.get(`/v2/episodes/${id}`);
    if (response.episode.encoding_status === "READY") {
      const { headers } = await api.get(`/v2/episodes/${id}/play`);
      const digest = /\/media\/r\/([0-9a-f]{64})\//.exec(headers.get("location") ?? "")?.[1];
      if (digest !== undefined) pools.add(owner, "digest", [digest]);
      return id;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("A recording was not encoded in time.");
}
