/** Tests who may open and use the pages of one show, and that their forms need a token. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let people: Readonly<Record<"owner" | "stranger" | "collaborator" | "network" | "admin", Surfer>>;
let show_id: number;
let message: string;
beforeAll(async () => {
  ada = await world.person();
  const [bob, cleo] = [await world.person(), await world.person()];
  show_id = await makeShow(world, ada, { title: "Night Trains", visibility: "PRIVATE" });
  await ada.api.put(`/v2/shows/${show_id}/collaborators/${bob.user_id}`);
  await ada.api.put(`/v2/users/${ada.user_id}/collaborators/${cleo.user_id}`);
  const episode_id = await makeEpisode(world, show_id);
  const written = await ada.api.post(`/v2/episodes/${episode_id}/messages`, { text: "Hello" });
  message = `${episode_id}/${written.response.message.message_id}`;
  people = {
    owner: await signedIn(ada),
    stranger: await signedIn(await world.person()),
    collaborator: await signedIn(bob),
    network: await signedIn(cleo),
    admin: await signedIn(await world.person({ admin: true })),
  };
});

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const PAGES = [
  ...["", "/cover", "/cover/crop", "/delete", "/feed", "/feed?check=1", "/feed/move", "/team"],
  ...["/feed/mode", "/distribution", "/messages", "/messages?only=reported", "/import", "/export"],
  ...["/export/episodes", "/export/audio", "/export/numbers"],
];

/** Every form, with what it would do if it were accepted. */
const forms = (): [string, Record<string, string>][] => [
  ["", { base: '{"title":"Night Trains"}', title: "Taken over" }],
  ["/merge", { revision: "1", "choice.title": "yours", "yours.title": "Taken over" }],
  ["/cover/crop", { left: "0", top: "0", side: "400" }],
  ["/delete", { title: "Night Trains" }],
  ["/feed", { locked: "yes" }],
  ["/feed/move", { redirect_url: "https://evil.example/feed", sure: "1" }],
  ["/feed/mode", { mode: "DISABLED" }],
  ["/feed/key", {}],
  ["/team", { username: ada.username, role: "all" }],
  [`/team/${ada.user_id}/role`, { role: "all" }],
  [`/team/${ada.user_id}/remove`, {}],
  ["/distribution", { directory: "spotify", url: "https://open.spotify.com/show/1" }],
  [`/messages/${message}/reply`, { text: "Hi" }],
  [`/messages/${message}/report`, { reason: "Bad" }],
  [`/messages/${message}/delete`, {}],
  ["/import", { feed_url: "https://evil.example/feed", media: "link" }],
  ["/import/1", {}],
];

const at = (rest: string) => `/studio/shows/${show_id}${rest}`;

test("visitors are sent to sign in, strangers find nothing, and those who edit the show see all pages", async () => {
  const nobody = createSurfer(world.baseUrl);
  for (const rest of PAGES) {
    expect((await nobody.open(at(rest))).url.pathname, rest).toBe("/sign-in");
    const hidden = await people.stranger.open(at(rest));
    expect(hidden.status, rest).toBe(404);
    expect(hidden.text).not.toContain("Night Trains");
    for (const who of ["owner", "collaborator", "network", "admin"] as const)
      expect((await people[who].open(at(rest))).status, `${who} ${rest}`).toBe(200);
  }
});

test("strangers' forms change nothing, and nobody's form is taken without its token", async () => {
  const before = await ada.api.get(`/v2/shows/${show_id}`);
  for (const [rest, fields] of forms()) {
    await people.stranger.open("/settings");
    const refused = await people.stranger.submit(fields, "/settings", at(rest));
    expect(refused.status, rest).toBe(404);
    const forged = await people.owner.open(at(""));
    expect(forged.status).toBe(200);
    const body = { ...fields, csrf: "forged" };
    const sent = await people.owner.submit(body, at(""), at(rest));
    expect(sent.status, rest).toBe(403);
  }
  const after = await ada.api.get(`/v2/shows/${show_id}`);
  expect(after.response).toEqual(before.response);
  const { response } = await ada.api.get(`/v2/shows/${show_id}/rss-metadata`);
  expect(response.metadata).toMatchObject({ mode: "AUTO", redirect_url: null });
});

test("collaborators can neither delete the show nor see or change its team", async () => {
  const { collaborator } = people;
  expect((await collaborator.open(at("/delete"))).text).toContain("Only the author of the show");
  await collaborator.open(at("/feed"));
  const deleted = await collaborator.submit({ title: "Night Trains" }, at("/feed"), at("/delete"));
  expect(deleted.status).toBe(403);
  expect((await collaborator.open(at("/team"))).text).toContain("Only the author sees");
  await collaborator.open(at("/feed"));
  const form = { username: "anybody", role: "show" };
  const added = await collaborator.submit(form, at("/feed"), at("/team"));
  expect([400, 403]).toContain(added.status);
  await collaborator.open(at("/feed"));
  const raised = await collaborator.submit({ role: "all" }, at("/feed"), at("/team/1/role"));
  expect(raised.status).toBe(403);
  expect((await ada.api.get(`/v2/shows/${show_id}`)).status).toBe(200);
});
