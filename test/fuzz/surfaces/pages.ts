/** Requests to web pages: public ones, and the settings of signed-in users. */
import { PRIVATE_WORD, phrase } from "../hints.ts";
import type { Random } from "../random.ts";
import { anyones, CSRF, form, get, type Surface, some } from "./making.ts";

export const PAGES: readonly Surface[] = [
  () => get("/"),
  (random) => get(`/show/${anyones(random, "show_id")}`, some(random, PAGE)),
  (random) => get(`/podcast/x--${anyones(random, "show_id")}`),
  (random) => get(`/episode/${anyones(random, "episode_id")}`, some(random, PAGE)),
  (random) => get(`/user/${anyones(random, "user_id")}`, some(random, PAGE)),
  (random) => get(`/category/${random.pick(["arts", "music", "x"])}`, some(random, PAGE)),
  (random) => get(`/tag/${random.pick(["night", "süd", PRIVATE_WORD])}`, some(random, PAGE)),
  (random) => get("/search", { q: phrase(random, 1), offset: random.below(30) }),
  (random) => get("/embed", { ...embedded(random), ...some(random, EMBED) }),
  (random) =>
    get("/oembed", {
      url: `http://@@host@@/show/${anyones(random, "show_id")}`,
      format: random.pick(["json", "xml"]),
      maxwidth: 300,
    }),
  () => get("/sign-in", { next: "/settings" }),
  () => form("/sign-in", { login: "nobody", password: "wrong horse", csrf: CSRF }),
  () => get("/sign-up"),
  (random) =>
    form("/sign-up", {
      username: `s_${random.word(8)}`,
      fullname: "S",
      email: `${random.word(8)}@example.invalid`,
      password: random.chance(0.2) ? "correct horse" : "short",
      csrf: CSRF,
    }),
  () => get("/forgot-password"),
  () => form("/forgot-password", { login: "nobody", csrf: CSRF }),
  (random) => get("/reset-password", { code: random.word(30) }),
  (random) =>
    form("/reset-password", { code: random.word(30), password: "correct horse", csrf: CSRF }),
  () => get("/docs"),
  () => get("/assets/longwave.css"),
];
const PAGE = { key: "x", c: "it_IT", last_id: 3, page: 2, sorting: "oldest", t: 3 };
const EMBED = {
  autoplay: "true",
  playlist: "show",
  chapters: "false",
  color: "#ff0000",
  theme: "dark",
  key: "x",
};
const embedded = (random: Random) => {
  const kind = random.pick(["show_id", "episode_id", "user_id"]);
  return { [kind]: anyones(random, kind) };
};

export const SETTINGS: readonly Surface[] = [
  (random) =>
    get(`/settings${random.pick(["", "/password", "/sessions", "/tokens", "/clients", "/apps"])}`),
  (random) =>
    form("/settings", {
      fullname: phrase(random),
      username: "fuzz_user",
      description: phrase(random),
      website_url: "",
      location: "Rome",
      timezone: "Europe/Rome",
      content_languages: "it,en",
      csrf: CSRF,
    }),
  () =>
    form("/settings/password", { present: "wrong horse", password: "correct horse", csrf: CSRF }),
  (random) => form("/settings/sessions", { session_id: random.below(30), csrf: CSRF }),
  (random) =>
    form("/settings/tokens", {
      name: phrase(random),
      scope: random.pick(["read", "basic"]),
      days: "30",
      csrf: CSRF,
    }),
  (random) => form("/settings/tokens/revoke", { token_id: 1000 + random.below(30), csrf: CSRF }),
  () =>
    form("/settings/clients", {
      name: "App",
      redirect_uris: "https://app.invalid/back",
      kind: "public",
      csrf: CSRF,
    }),
  (random) => form(`/settings/clients/${random.word(24)}/delete`, { csrf: CSRF }),
  (random) => form(`/settings/apps/${random.word(24)}/disconnect`, { csrf: CSRF }),
];
