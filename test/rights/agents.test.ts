/** The matrix of access rights of agents (`/mcp`): every tool with every actor; a tool without a row fails. */
import { beforeAll, expect, test } from "vitest";
import { useWorld } from "../setup/world.ts";
import { ACTORS, type Actor, PEOPLE, type Stage, setStage } from "./cast.ts";

type Input = Readonly<Record<string, unknown>>;

type Row = Readonly<{
  /** About a record that no call has changed yet. */
  input: (stage: Stage) => Input | Promise<Input>;
  may: readonly Actor[];
  /** The status for others; 404 if they must not learn that the record exists. */
  refused?: 403 | 404;
  /**
   * The status for tokens of the owner that lack the scope. Without `read`, a token sees no more than strangers do: 401
   * where these would be asked to sign in, 404 where they see nothing.
   */
  scopeless?: 401 | 403 | 404;
}>;

const EDITORS = ["collaborator", "network", "org_admin", "org_editor", "owner", "admin"] as const;
const BOOK_READERS = ["org_admin", "org_ad_manager", "org_analyst", "admin"] as const;
/** Every token may read what is open to everybody. */
const TOKENS = ["owner_read", "owner_publish", "owner_statistics", "owner_advertising"] as const;
const ANYBODY = [...PEOPLE, ...TOKENS] as const;

const show = async (stage: Stage) => ({ show_id: await stage.newShow() });
const episode = async (stage: Stage) => ({ episode_id: (await stage.newEpisode()).episode_id });
/** A draft with audio, so that it can be published. */
const draft = async (stage: Stage) => {
  const { response } = await stage.actors.owner.post(
    `/v2/shows/${await stage.newShow()}/episodes`,
    {
      type: "EXTERNAL",
      media_url: "https://media.example/a.mp3",
      title: "Matrix",
      auto_published_at: "",
    },
  );
  return { episode_id: response.episode.episode_id as number };
};
const WEEK = { from: "2026-01-05", to: "2026-01-11" };

const TOOLS: Record<string, Row> = {
  who_am_i: { input: () => ({}), may: [...PEOPLE, "owner_read"] },
  list_shows: { input: () => ({}), may: [...PEOPLE, "owner_read"], scopeless: 401 },
  get_show: { input: show, may: ANYBODY },
  list_episodes: { input: show, may: [...EDITORS, "owner_read"], scopeless: 401 },
  get_episode: { input: episode, may: ANYBODY },
  search: { input: () => ({ q: "matrix", type: "shows" }), may: ANYBODY },
  list_messages: { input: episode, may: ANYBODY },
  show_statistics: {
    input: async (stage) => ({ ...(await show(stage)), ...WEEK }),
    may: [...EDITORS, "org_analyst", "org_ad_manager", "owner_statistics"],
  },
  list_campaigns: {
    input: ({ organization_id }) => ({ organization_id }),
    may: BOOK_READERS,
  },
  create_draft: {
    input: async (stage) => ({ ...(await show(stage)), title: "Matrix" }),
    may: [...EDITORS, "owner_publish"],
  },
  update_episode: {
    input: async (stage) => ({ ...(await draft(stage)), title: "Matrix" }),
    // Reading it first needs `read`, changing it `publish`.
    may: EDITORS,
    refused: 404,
    scopeless: 404,
  },
  publish_episode: { input: draft, may: EDITORS, refused: 404, scopeless: 404 },
};

const world = useWorld({ RATE_LIMIT: "0" });
let stage: Stage;

beforeAll(async () => {
  stage = await setStage(world);
});

/** The status of a request to `/mcp` as an actor, and what it answers. */
async function ask(actor: Actor, method: string, params: Input) {
  const message = { jsonrpc: "2.0", id: 1, method, params };
  const headers = { accept: "application/json, text/event-stream" };
  const { status, text } = await stage.actors[actor].send("POST", "/mcp", message, {
    as: "json",
    headers,
  });
  // One event, or plain JSON.
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status, result: status === 200 ? JSON.parse(data).result : null };
}

/** `through`, or the status with which an actor is refused a tool; what has to be confirmed is confirmed. */
async function outcomeOf(actor: Actor, name: string, input: Input): Promise<string | number> {
  const { status, result } = await ask(actor, "tools/call", { name, arguments: input });
  if (status !== 200) return status;
  const [{ text }] = result.content;
  if (result.isError) return Number(/^(\d{3}) /.exec(text)?.[1] ?? Number.NaN);
  const { done, confirmation } = JSON.parse(text);
  return done === false ? outcomeOf(actor, name, { ...input, confirmation }) : "through";
}

/** The expected result: let through, or refused with this status. */
function expected({ may, refused = 403, scopeless = 403 }: Row, actor: Actor): string | number {
  if (actor === "nobody") return 401;
  if (may.includes(actor)) return "through";
  if (!actor.startsWith("owner_")) return refused;
  return actor === "owner_read" ? 403 : scopeless;
}

test("every tool has a row, and every row a tool", async () => {
  const { result } = await ask("owner", "tools/list", {});
  const names = result.tools.map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual(Object.keys(TOOLS).sort());
});

test.each(Object.entries(TOOLS))("%s", async (name, row) => {
  const outcomes: Record<string, string | number> = {};
  for (const actor of ACTORS)
    outcomes[actor] = await outcomeOf(actor, name, await row.input(stage));
  expect(outcomes).toEqual(
    Object.fromEntries(ACTORS.map((actor) => [actor, expected(row, actor)])),
  );
});

test("a confirmation of one caller does not publish for another", async () => {
  const input = await draft(stage);
  const { result } = await ask("owner", "tools/call", {
    name: "publish_episode",
    arguments: input,
  });
  const { confirmation } = JSON.parse(result.content[0].text);
  const published = async () => {
    const { response } = await stage.actors.owner.get(`/v2/episodes/${input.episode_id}`);
    return response.episode.published_at !== null;
  };
  for (const actor of [
    "stranger",
    "collaborator",
    "admin",
    "owner_read",
    "owner_publish",
  ] as const) {
    const again = { name: "publish_episode", arguments: { ...input, confirmation } };
    const answer = await ask(actor, "tools/call", again);
    expect(answer.result.isError, actor).toBe(true);
    expect(await published(), actor).toBe(false);
  }
});
