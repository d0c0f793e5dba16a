/** Requests to web pages: public ones, and the settings of signed-in users. */
import { PRIVATE_WORD, phrase } from "../hints.ts";
import type { Random } from "../random.ts";
import { anyones, CSRF, form, get, type Surface, some } from "./making.ts";

export const PAGES: readonly Surface[] = [
  () => get("/"),
  (random) => get(`/show/${anyones(random, "show_id")}`, some(random, PAGE)),
  (random) => get(`/show/${anyones(random, "show_id")}`, some(random, FIND)),
  (random) => get(random.pick(["/about", "/imprint", "/privacy"])),
  (random) => get(random.pick(["/@owner", "/@owner/x", `/@${random.word(5)}/%00`])),
  (random) => get(`/podcast/x--${anyones(random, "show_id")}`),
  (random) => get(`/episode/${anyones(random, "episode_id")}`, some(random, PAGE)),
  (random) => get(`/user/${anyones(random, "user_id")}`, some(random, PAGE)),
  (random) => get(`/category/${random.pick(["arts", "music", "x"])}`, some(random, PAGE)),
  (random) => get(random.pick(["/popular", "/list/1", "/list/999"]), some(random, PAGE)),
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
  (random) => get("/confirm-email", { code: random.word(30) }),
  (random) =>
    form("/confirm-email", {
      code: `${1 + random.below(30)}.1900000000.${random.word(43)}`,
      csrf: CSRF,
    }),
  (random) => get("/unsubscribe", { code: `1.1.${random.word(43)}` }),
  (random) => form("/unsubscribe", { code: `1.1.${random.word(43)}`, again: "1", csrf: CSRF }),
  (random) => get("/agree-to-mails", { code: `1.1790000000000.${random.word(43)}` }),
  (random) => form("/agree-to-mails", { code: `1.1790000000000.${random.word(43)}`, csrf: CSRF }),
  (random) => get("/unsubscribe-episodes", { code: `1.${random.word(43)}` }),
  (random) => form("/unsubscribe-episodes", { code: `1.${random.word(43)}`, csrf: CSRF }),
  (random) => get("/setup", { code: random.word(32) }),
  (random) => form("/setup", { code: random.word(32), csrf: CSRF }),
  () => form("/setup/site", { name: "S", tagline: "", accent: "#12505a", csrf: CSRF }),
  (random) => get(`/setup${random.pick(["/site", "/account", "/podcast"])}`),
  (random) => get(`/r/${random.pick([random.word(43), phrase(random)])}`, some(random, PAGE)),
  () => get("/docs"),
  (random) => get("/docs/search", { q: random.word(30) }),
  (random) => get(`/docs/${random.word(12)}`),
  () => get("/assets/longwave.css"),
];
const PAGE = { key: "x", c: "it_IT", last_id: 3, page: 2, sorting: "oldest", t: 3 };
const FIND = { q: "night", season: 1, order: "oldest", offset: 20, last_id: 3, key: "x" };
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

const SHOW_PAGES = [
  ...["", "/cover", "/feed", "/team", "/distribution", "/messages", "/import", "/export"],
  ...["/export/episodes", "/export/audio", "/export/numbers", "/delete", "/import/1"],
];

export const SETTINGS: readonly Surface[] = [
  (random) =>
    get(
      `/settings${random.pick(["", "/picture", "/email", "/preferences", "/password", "/sessions", "/tokens", "/clients", "/apps"])}`,
    ),
  (random) => get(`/library${random.pick(["", "/shows", "/saved", "/liked"])}`, { last_id: 3 }),
  (random) => get(`/episode/${anyones(random, "episode_id")}/messages/new`, { key: "x" }),
  (random) => form(`/user/${anyones(random, "user_id")}/follow`, { on: "1", csrf: CSRF }),
  (random) => get("/studio", { offset: random.below(50) }),
  (random) =>
    get(
      `/studio${random.pick(["/shows/new", "/import", "/shows", "/keys", "/messages", "/messages?only=unanswered&q=%25", "/episodes/new"])}`,
    ),
  (random) => get(`/studio/shows/${anyones(random, "show_id")}/episodes/new`),
  (random) =>
    get(
      `/studio/episodes/${anyones(random, "episode_id")}${random.pick(["", "/transcript", "/links", "/numbers", "/history", "/delete", "/show", "/publish", "/unschedule", "/schedule"])}`,
    ),
  (random) =>
    get(
      `/studio${random.pick(["", `/shows/${anyones(random, "show_id")}`])}/numbers${random.pick(["", "/ages", "/sources", "/countries", "/hours", "/listeners", "/exclusions"])}`,
      {
        from: random.pick(["2026-01-01", "0001-01-01", "x"]),
        to: random.pick(["2026-02-01", "9999-12-31", ""]),
        only: random.pick(["country:IT", "device:", phrase(random)]),
        sort: random.pick(["-d7", "d90", "x"]),
        format: random.pick(["csv", ""]),
      },
    ),
  (random) =>
    form(`/studio/shows/${anyones(random, "show_id")}/numbers/notes/new`, {
      at: random.pick(["2026-06-11T09:30", "x"]),
      text: phrase(random),
      csrf: CSRF,
    }),
  (random) =>
    get(`/studio/shows/${anyones(random, "show_id")}${random.pick(SHOW_PAGES)}`, {
      before: random.below(50),
      left: random.below(50),
    }),
  (random) =>
    form(`/studio/shows/${anyones(random, "show_id")}`, {
      base: random.pick(['{"title":"x"}', "x", "{}"]),
      title: phrase(random),
      csrf: CSRF,
    }),
  (random) =>
    form(`/studio/shows/${anyones(random, "show_id")}/team`, {
      username: phrase(random, 1),
      role: random.pick(["show", "all", "x"]),
      csrf: CSRF,
    }),
  (random) =>
    form(`/studio/shows/${anyones(random, "show_id")}/distribution`, {
      directory: random.pick(["apple", "x"]),
      url: phrase(random, 1),
      csrf: CSRF,
    }),
  (random) => get(`/studio/episodes/${anyones(random, "episode_id")}`),
  (random) =>
    get(
      `/studio/operate${random.pick(["", "/accounts", "/accounts/1", "/reports", "/lists", "/lists/1", "/imports", "/jobs", "/exclusions", "/log"])}`,
      {
        q: phrase(random),
        state: random.pick(["suspended", "failed", "FAILED", "x"]),
        subject: random.pick(["lineitem:12", "list", phrase(random, 1)]),
        actor: phrase(random, 1),
        from: random.pick(["2026-01-01", "x"]),
        format: random.pick(["csv", ""]),
      },
    ),
  (random) =>
    form(`/studio/operate/accounts/${anyones(random, "user_id")}`, {
      reason: phrase(random),
      csrf: CSRF,
    }),
  (random) =>
    form(`/studio/operate/lists/${random.below(3)}/shows`, {
      "position.1": random.pick(["1", "x", "1e99"]),
      add: phrase(random),
      revision: random.below(9),
      csrf: CSRF,
    }),
  (random) => get(`/studio/imports/${random.below(20)}`),
  (random) =>
    get(random.pick(["/studio/episodes", `/studio/shows/${anyones(random, "show_id")}/episodes`]), {
      q: phrase(random),
      tag: phrase(random),
      season: random.below(9),
      sort: random.pick(["-d7", "season", "-downloads", phrase(random)]),
    }),
  (random) =>
    get("/studio/ads", {
      q: phrase(random),
      danger: random.pick(["", "behind", "audio", phrase(random)]),
      status: random.pick(["", "DRAFT", phrase(random)]),
      priority: random.pick(["", "30", phrase(random)]),
      sort: random.pick(["-pacing", "name", phrase(random)]),
      format: random.pick(["", "csv"]),
    }),
  (random) =>
    get("/studio/ads/inventory", {
      weeks: random.pick(["", "1", "8", phrase(random)]),
      show: random.pick(["", "1", phrase(random)]),
      position: random.pick(["", "midroll", phrase(random)]),
      country: random.pick(["", "IT", "ZZ", phrase(random)]),
      sort: random.pick(["-free", "country", phrase(random)]),
      format: random.pick(["", "csv"]),
    }),
  (random) => get(`/studio/ads/campaigns/${anyones(random, "campaign_id")}`),
  (random) =>
    get(`/studio/ads/${random.pick(["advertisers", "campaigns"])}`, {
      q: phrase(random),
      advertiser: phrase(random),
      sort: random.pick(["-spent", "name", phrase(random)]),
    }),
  (random) =>
    form("/studio/ads/views/new", {
      list: random.pick(["lineitems", "campaigns", phrase(random)]),
      params: random.pick(["sort=name", phrase(random)]),
      name: phrase(random),
      csrf: CSRF,
    }),
  (random) =>
    form("/studio/ads/advertisers/new", {
      name: phrase(random),
      iab_categories: random.pick(["IAB1", phrase(random)]),
      csrf: CSRF,
    }),
  (random) =>
    form(`/studio/ads/campaigns/${anyones(random, "campaign_id")}/edit`, {
      name: phrase(random),
      revision: random.below(9),
      budget_amount: random.pick(["12.5", phrase(random)]),
      "cap.0.max": phrase(random),
      csrf: CSRF,
    }),
  (random) =>
    get(`/studio/ads/lineitems/${anyones(random, "lineitem_id")}`, {
      simulate: random.pick(["", "1", phrase(random)]),
    }),
  (random) =>
    form(`/studio/ads/lineitems/${anyones(random, "lineitem_id")}/change`, {
      change: random.pick(["priority", "country", "week", phrase(random)]),
      country: random.pick(["AT", phrase(random)]),
      revision: random.below(9),
      csrf: CSRF,
    }),
  (random) =>
    get(`/studio/ads/lineitems/${anyones(random, "lineitem_id")}/aircheck`, {
      check: random.pick(["", "1"]),
      episode: anyones(random, "episode_id"),
      other: random.pick(["", phrase(random)]),
      country: random.pick(["", "IT", phrase(random)]),
      device: random.pick(["", "Car", phrase(random)]),
      at: random.pick(["", "2026-12-24T18:30", phrase(random)]),
    }),
  (random) =>
    form(`/studio/ads/lineitems/${anyones(random, "lineitem_id")}/act`, {
      act: random.pick(["start", "pause", phrase(random)]),
      csrf: CSRF,
    }),
  (random) =>
    form("/studio/ads/lineitems/new", {
      name: phrase(random),
      campaign_id: anyones(random, "campaign_id"),
      ...{ start_date: "2026-01-01", end_date: "2027-01-01", price_amount: "1" },
      ...{ priority_id: "30", goal_pacing: "PACED", price_type: "CPM", max_per_download: "1" },
      step: random.pick(["forecast", "save", phrase(random)]),
      target_geo: random.pick(["", "IT", phrase(random)]),
      "daypart.0.days": phrase(random),
      csrf: CSRF,
    }),
  (random) =>
    form("/studio/ads/bulk", {
      [`id.${anyones(random, "lineitem_id")}`]: "1",
      step: random.pick(["", "preview", "apply", "leave_out"]),
      shift_days: random.pick(["", "7", phrase(random)]),
      price_amount: random.pick(["", phrase(random)]),
      csrf: CSRF,
    }),
  (random) =>
    form(`/studio/ads/campaigns/${anyones(random, "campaign_id")}/share`, {
      days: random.pick(["30", phrase(random)]),
      csrf: CSRF,
    }),
  (random) => get(`/studio/ads/campaigns/${anyones(random, "campaign_id")}/reconcile`),
  (random) =>
    form(`/studio/ads/campaigns/${anyones(random, "campaign_id")}/reconcile`, {
      answer: random.pick(["page", "csv", phrase(random)]),
      date_order: random.pick(["auto", phrase(random)]),
      csrf: CSRF,
    }),
  (random) =>
    get("/studio/ads/reports", {
      team: random.pick(["", "1", phrase(random)]),
      period: random.pick(["last_week", "custom", phrase(random)]),
      from: random.pick(["", "2026-02-30", "2026-01-01", phrase(random)]),
      to: random.pick(["2026-12-31", phrase(random)]),
      group: random.pick(["", "week", phrase(random)]),
      by_lineitem: random.pick(["", "1"]),
      campaign_id: random.pick(["", "1", phrase(random)]),
      sort: random.pick(["-ecpm", "date", phrase(random)]),
      format: random.pick(["", "csv"]),
    }),
  (random) =>
    form(random.pick(["/studio/ads/reports/new", "/studio/ads/reports/1"]), {
      name: phrase(random),
      team: random.pick(["1", phrase(random)]),
      period: random.pick(["yesterday", phrase(random)]),
      group: random.pick(["", "day", phrase(random)]),
      advertiser_id: random.pick(["", phrase(random)]),
      csrf: CSRF,
    }),
  (random) =>
    get("/studio/ads/reports/1/mails", { last_id: random.pick(["", "3", phrase(random)]) }),
  (random) =>
    form(`/studio/ads/reports/1/mails${random.pick(["", "/now", "/stop"])}`, {
      frequency: random.pick(["DAILY", "WEEKLY", "MONTHLY", phrase(random)]),
      weekday: random.pick(["", "1", phrase(random)]),
      day: random.pick(["", "31", phrase(random)]),
      hour: random.pick(["8", phrase(random)]),
      timezone: random.pick(["UTC", phrase(random)]),
      [`to_${1 + random.below(9)}`]: "1",
      revision: random.pick(["0", phrase(random)]),
      csrf: CSRF,
    }),
  (random) => get("/studio/calendar", { month: `20${random.below(99)}-0${random.below(12)}` }),
  (random) =>
    form("/studio/episodes/bulk", {
      [`id.${anyones(random, "episode_id")}`]: "1",
      step: random.pick(["", "preview", "apply", "leave_out"]),
      add_tags: phrase(random),
      season: phrase(random),
      breaks: random.pick(["", "add", "set", "none"]),
      break_middle: random.pick(["", "1"]),
      break_times: phrase(random),
      csrf: CSRF,
    }),
  (random) =>
    form(`/studio/episodes/${anyones(random, "episode_id")}/schedule`, {
      at: phrase(random),
      csrf: CSRF,
    }),
  (random) => form("/studio/shows/new", { title: phrase(random), language: "en", csrf: CSRF }),
  (random) =>
    form(`/studio/shows/${anyones(random, "show_id")}/episodes/new`, {
      title: phrase(random),
      when: random.pick(["now", "later", "draft"]),
      at: random.pick(["", "2099-01-01T10:00", "x"]),
      csrf: CSRF,
    }),
  (random) =>
    form(`/studio/episodes/${anyones(random, "episode_id")}`, { when: "draft", csrf: CSRF }),
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
  (random) => form("/settings/sessions/end", { session_id: random.below(30), csrf: CSRF }),
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
  (random) =>
    form("/settings/notifications", {
      endpoint: random.pick(["https://push.invalid/x", "http://127.0.0.1/", "x"]),
      public_key: random.word(87),
      auth: random.word(22),
      csrf: CSRF,
    }),
  (random) =>
    form("/settings/notifications/mail", {
      frequency: random.pick(["OFF", "DAILY", "x"]),
      quiet_from: random.below(30),
      quiet_to: random.pick(["", "7"]),
      csrf: CSRF,
    }),
  (random) => get(`/show/${anyones(random, "show_id")}/notify`),
  (random) =>
    form(`/show/${anyones(random, "show_id")}/notify`, {
      ...(random.chance(0.5) && { endpoint: "https://push.invalid/y", auth: random.word(22) }),
      csrf: CSRF,
    }),
  (random) =>
    form(`/settings/notifications/${random.pick(["shows", `${1 + random.below(30)}/remove`])}`, {
      show_id: random.below(30),
      on: random.pick(["true", "false", "x"]),
      csrf: CSRF,
    }),
  (random) =>
    form("/settings/webhooks", {
      url: random.pick(["https://hooks.invalid/", "http://127.0.0.1/", "x"]),
      format: random.pick(["STANDARD", "SLACK", "TEAMS"]),
      "type_show.created": "1",
      csrf: CSRF,
    }),
  (random) =>
    form(
      `/settings/webhooks/${1 + random.below(30)}/${random.pick(["test", "status", "replay", "rotate", "delete"])}`,
      {
        status: random.pick(["ENABLED", "DISABLED", "x"]),
        delivery_id: random.below(30),
        csrf: CSRF,
      },
    ),
  (random) => form(`/settings/apps/${random.word(24)}/disconnect`, { csrf: CSRF }),
];
