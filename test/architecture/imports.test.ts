/** Tests which files may import which: layers, features, the files that features show each other, no circles. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { featureOf, findings, ROOT, SOURCES } from "./sources.ts";

/** Each feature and the features it may use; the order is downward, so there are no cycles. */
const FEATURES: Record<string, string[]> = {
  layout: [],
  identity: ["layout"],
  reference: [],
  storage: [],
  media: ["storage"],
  ingest: ["media", "storage"],
  images: ["media"],
  users: ["images", "storage"],
  accounts: ["users", "images", "reference", "layout"],
  oauth: ["accounts", "users", "layout"],
  administration: ["accounts", "users"],
  queue: ["users"],
  follows: ["users"],
  shows: ["users", "images", "reference"],
  collaborators: ["shows", "users"],
  organizations: ["shows", "users", "images"],
  advertisers: ["organizations"],
  campaigns: ["advertisers", "organizations"],
  lineitems: ["campaigns", "advertisers", "organizations", "ingest", "media", "reference"],
  uploads: [],
  episodes: ["uploads", "shows", "users", "images", "ingest", "media"],
  cuepoints: ["episodes"],
  originals: ["episodes", "shows", "images"],
  bulk: ["cuepoints", "episodes", "shows"],
  audit: ["episodes", "organizations", "shows", "users"],
  renditions: [],
  adserving: ["lineitems", "organizations", "shows"],
  counting: ["adserving", "renditions", "media"],
  edgelogs: ["counting", "renditions"],
  statistics: ["counting"],
  playback: [
    "counting",
    "adserving",
    "renditions",
    "cuepoints",
    "episodes",
    "shows",
    "media",
    "reference",
  ],
  campaignstatistics: ["statistics", "organizations"],
  campaignreports: ["campaignstatistics", "statistics", "organizations"],
  reportmails: ["campaignreports", "statistics", "organizations", "accounts", "users", "layout"],
  reconciliation: ["campaignstatistics", "statistics", "organizations"],
  audiencemails: ["statistics", "accounts", "shows", "users", "layout"],
  annotations: ["shows"],
  audience: ["statistics", "episodes", "organizations", "shows", "users", "reference"],
  addresses: ["users"],
  library: ["shows", "follows", "users", "episodes"],
  likes: ["episodes", "follows", "users"],
  progress: ["episodes"],
  messages: ["administration", "episodes", "follows", "images", "users"],
  explore: ["shows", "reference"],
  tags: ["episodes"],
  search: ["episodes", "shows", "users", "images", "reference"],
  feedtags: ["episodes", "shows", "media"],
  feeds: ["feedtags", "episodes", "shows", "images", "reference"],
  events: ["campaigns", "users"],
  notifications: ["events", "library", "audiencemails", "accounts", "shows", "users", "layout"],
  webhooks: ["events", "accounts", "users", "layout"],
  imports: ["feedtags", "episodes", "shows", "users", "images", "reference"],
  player: ["feedtags", "addresses", "episodes", "shows", "users", "images", "identity", "layout"],
  docs: ["player", "layout"],
  setup: ["accounts", "users", "identity", "layout"],
  frame: ["organizations", "shows", "layout"],
  charts: ["frame", "layout"],
  tables: ["frame", "layout"],
  range: ["frame", "layout"],
  waveform: ["layout"],
  savedviews: ["tables", "frame", "organizations", "layout"],
  adboard: [
    "savedviews",
    "tables",
    "charts",
    "frame",
    "campaignreports",
    "adserving",
    "lineitems",
    "campaigns",
    "organizations",
    "layout",
  ],
  adinventory: ["adboard", "tables", "frame", "adserving", "organizations", "layout"],
  adclients: [
    "adboard",
    "savedviews",
    "tables",
    "frame",
    "lineitems",
    "campaigns",
    "advertisers",
    "organizations",
    "layout",
  ],
  adreports: [
    "range",
    "adclients",
    "adboard",
    "tables",
    "frame",
    "reportmails",
    "campaignreports",
    "statistics",
    "organizations",
    "layout",
  ],
  adbulk: ["adboard", "tables", "frame", "lineitems", "organizations", "layout"],
  adreconcile: ["adboard", "frame", "reconciliation", "campaigns", "layout"],
  sponsorreport: ["adboard", "charts", "frame", "adserving", "lineitems", "campaigns", "layout"],
  adlineitems: [
    "adclients",
    "adboard",
    "charts",
    "frame",
    "adserving",
    "lineitems",
    "campaigns",
    "accounts",
    "audit",
    "organizations",
    "layout",
  ],
  aircheck: ["adlineitems", "adboard", "range", "frame", "playback", "lineitems", "layout"],
  episodebulk: ["waveform", "tables", "frame", "bulk", "cuepoints", "episodes", "shows", "layout"],
  episodelist: [
    "episodebulk",
    "range",
    "tables",
    "frame",
    "audience",
    "episodes",
    "shows",
    "images",
    "layout",
  ],
  episodeacts: ["episodebulk", "range", "frame", "episodes", "layout"],
  calendar: ["episodebulk", "range", "frame", "episodes", "shows", "layout"],
  newshow: ["frame", "imports", "shows", "images", "reference", "layout"],
  upload: ["layout"],
  drafts: ["frame", "episodes", "layout"],
  notes: ["frame", "layout"],
  newepisode: ["drafts", "upload", "range", "frame", "episodes", "shows", "layout", "notes"],
  numbers: [
    "range",
    "tables",
    "charts",
    "frame",
    "audience",
    "annotations",
    "statistics",
    "shows",
    "reference",
    "layout",
  ],
  backup: ["counting", "uploads", "media"],
  health: ["backup", "counting", "edgelogs", "users"],
  networks: ["frame", "organizations", "users", "layout"],
  operate: [
    "numbers",
    "range",
    "tables",
    "frame",
    "queue",
    "health",
    "audit",
    "administration",
    "messages",
    "explore",
    "imports",
    "audience",
    "reference",
    "users",
    "layout",
  ],
  home: [
    "range",
    "tables",
    "charts",
    "frame",
    "feeds",
    "audience",
    "statistics",
    "messages",
    "episodes",
    "shows",
    "layout",
  ],
  style: ["range", "tables", "charts", "frame", "layout"],
  oneshow: [
    "drafts",
    "newshow",
    "range",
    "frame",
    "imports",
    "feeds",
    "feedtags",
    "audience",
    "statistics",
    "episodes",
    "collaborators",
    "shows",
    "users",
    "images",
    "reference",
    "layout",
  ],
  episode: [
    "newepisode",
    "drafts",
    "range",
    "frame",
    "playback",
    "episodes",
    "shows",
    "images",
    "layout",
    "notes",
  ],
  transcript: ["episode", "frame", "feedtags", "playback", "episodes", "layout"],
  links: ["episode", "frame", "feedtags", "playback", "layout"],
  episodenumbers: ["episode", "range", "charts", "frame", "audience", "statistics", "layout"],
  history: ["episode", "range", "frame", "audit", "layout"],
  site: [
    "newepisode",
    "setup",
    "player",
    "feedtags",
    "search",
    "tags",
    "explore",
    "messages",
    "follows",
    "addresses",
    "episodes",
    "organizations",
    "shows",
    "users",
    "images",
    "reference",
    "layout",
    "likes",
    "library",
    "notifications",
  ],
  audio: [
    "episode",
    "waveform",
    "newepisode",
    "upload",
    "frame",
    "playback",
    "cuepoints",
    "episodes",
    "layout",
  ],
  agents: [],
  inbox: ["oneshow", "range", "frame", "messages", "episodes", "shows", "layout"],
  listener: [
    "site",
    "player",
    "accounts",
    "messages",
    "likes",
    "library",
    "progress",
    "follows",
    "users",
    "episodes",
    "layout",
  ],
};

/** The files of each feature that other features import; all others are private. */
const VISIBLE: Record<string, string[]> = {
  layout: [
    "accent.ts",
    "components.ts",
    "fonts.ts",
    "problems.ts",
    "rules.ts",
    "tint.ts",
    "tokens.ts",
    "views.ts",
  ],
  reference: ["rules.ts", "schema.ts", "views.ts"],
  storage: ["actions.ts", "store.ts"],
  media: ["actions.ts", "store.ts"],
  ingest: ["actions.ts", "jobs.ts", "schema.ts"],
  images: ["actions.ts", "originals.ts", "schema.ts", "store.ts", "views.ts"],
  collaborators: ["actions.ts", "store.ts"],
  feeds: ["actions.ts", "channels.ts", "schema.ts", "store.ts"],
  newshow: ["importviews.ts", "words.ts"],
  drafts: [
    "actions.ts",
    "episode.ts",
    "merging.ts",
    "rules.ts",
    "schema.ts",
    "views.ts",
    "words.ts",
    "words/en.ts",
  ],
  annotations: ["actions.ts", "rules.ts", "store.ts"],
  backup: ["store.ts"],
  queue: ["actions.ts", "schema.ts"],
  health: ["actions.ts", "schema.ts"],
  numbers: ["exclusions.ts", "words.ts"],
  audience: ["actions.ts", "ages/store.ts", "overview.ts", "store.ts", "views.ts"],
  imports: ["actions.ts", "administration.ts", "fetching.ts", "schema.ts", "store.ts", "views.ts"],
  identity: ["actions.ts", "schema.ts"],
  setup: ["welcome.ts"],
  users: ["actions.ts", "rights.ts", "schema.ts", "store.ts", "tokens/store.ts", "views.ts"],
  administration: ["actions.ts", "schema.ts", "store.ts"],
  accounts: [
    "actions.ts",
    "assets.ts",
    "confirming/store.ts",
    "frame.ts",
    "passwords.ts",
    "rules.ts",
    "securityviews.ts",
    "throttle.ts",
    "times.ts",
    "tokenviews.ts",
  ],
  follows: ["actions.ts", "rights.ts", "store.ts"],
  shows: [
    "actions.ts",
    "editable/store.ts",
    "newshows.ts",
    "rights.ts",
    "rules.ts",
    "schema.ts",
    "store.ts",
    "views.ts",
  ],
  organizations: ["actions.ts", "rights.ts", "rules.ts", "schema.ts", "store.ts", "views.ts"],
  advertisers: ["actions.ts", "schema.ts", "store.ts"],
  campaigns: [
    "actions.ts",
    "schema.ts",
    "sharing/actions.ts",
    "sharing/schema.ts",
    "store.ts",
    "views.ts",
  ],
  lineitems: [
    "actions.ts",
    "board/rules.ts",
    "board/store.ts",
    "bulk/actions.ts",
    "bulk/schema.ts",
    "creatives/schema.ts",
    "creatives/sound/actions.ts",
    "creatives/sound/rules.ts",
    "creatives/sound/schema.ts",
    "creatives/store.ts",
    "creatives/views.ts",
    "rules.ts",
    "schema.ts",
    "store.ts",
    "targeting/schema.ts",
  ],
  uploads: ["actions.ts", "rules.ts"],
  episodes: [
    "chapters/actions.ts",
    "chapters/schema.ts",
    "chapters/store.ts",
    "editable/rules.ts",
    "editable/store.ts",
    "lists/store.ts",
    "publishing/actions.ts",
    "publishing/audio.ts",
    "publishing/rights.ts",
    "publishing/rules.ts",
    "publishing/schema.ts",
    "rights.ts",
    "rules.ts",
    "schema.ts",
    "store.ts",
    "timeline/actions.ts",
    "timeline/schema.ts",
    "views.ts",
  ],
  cuepoints: ["actions.ts", "rules.ts", "schema.ts", "store.ts"],
  bulk: ["actions.ts", "schema.ts"],
  renditions: [
    "actions.ts",
    "packing/store.ts",
    "pins/store.ts",
    "requests/rules.ts",
    "requests/schema.ts",
    "rules.ts",
    "schema.ts",
    "store.ts",
    "tickets/actions.ts",
    "tickets/rules.ts",
  ],
  adserving: [
    "actions.ts",
    "control/outlook.ts",
    "control/store.ts",
    "diagnosing/actions.ts",
    "diagnosing/schema.ts",
    "explaining/actions.ts",
    "explaining/schema.ts",
    "forecasting/actions.ts",
    "forecasting/schema.ts",
    "insight/store.ts",
    "inventory/actions.ts",
    "inventory/schema.ts",
    "rules.ts",
    "schema.ts",
  ],
  counting: [
    "actions.ts",
    "history/restoring.ts",
    "history/store.ts",
    "journal/writer.ts",
    "ledger/batches/store.ts",
    "metrics.ts",
    "outside.ts",
    "schema.ts",
  ],
  edgelogs: ["places/open.ts", "places/store.ts"],
  statistics: [
    "ages/rules.ts",
    "days/store.ts",
    "hours/store.ts",
    "reports/store.ts",
    "rules.ts",
    "schema.ts",
  ],
  campaignstatistics: ["actions.ts"],
  campaignreports: [
    "actions.ts",
    "rules.ts",
    "saved/actions.ts",
    "saved/rights.ts",
    "saved/rules.ts",
    "saved/schema.ts",
    "saved/store.ts",
    "saved/views.ts",
    "schema.ts",
    "views.ts",
  ],
  reportmails: ["actions.ts", "mails/store.ts", "rights.ts", "schema.ts", "store.ts"],
  audiencemails: ["actions.ts", "schema.ts", "views.ts", "words.ts"],
  reconciliation: ["actions.ts", "comparing.ts", "reading/refusals.ts", "schema.ts", "views.ts"],
  addresses: ["actions.ts", "rules.ts"],
  explore: ["actions.ts", "schema.ts", "store.ts"],
  messages: [
    "actions.ts",
    "reports/actions.ts",
    "reports/schema.ts",
    "reports/store.ts",
    "schema.ts",
    "store.ts",
    "views.ts",
  ],
  tags: ["store.ts", "views.ts"],
  events: ["reading.ts", "schema.ts", "store.ts"],
  search: [
    "actions.ts",
    "readings/views.ts",
    "schema.ts",
    "store.ts",
    "suggestions/actions.ts",
    "views.ts",
  ],
  feedtags: [
    "actions.ts",
    "schema.ts",
    "store.ts",
    "transcripts/actions.ts",
    "transcripts/cues.ts",
    "transcripts/rules.ts",
    "transcripts/schema.ts",
    "transcripts/store.ts",
    "transcripts/views.ts",
  ],
  audit: ["actions.ts", "rights.ts", "schema.ts", "store.ts", "views.ts"],
  adlineitems: ["words.ts"],
  playback: [
    "aircheck/actions.ts",
    "aircheck/schema.ts",
    "cutting.ts",
    "preview/actions.ts",
    "preview/schema.ts",
    "schema.ts",
  ],
  episode: ["audio.ts", "head.ts", "words.ts"],
  frame: [
    "assets.ts",
    "audiofaults.ts",
    "devices.ts",
    "filefields.ts",
    "layout.ts",
    "loudness.ts",
    "myshows.ts",
    "navigation.ts",
    "plurals.ts",
    "words.ts",
  ],
  charts: ["bars.ts", "timeseries.ts", "words.ts"],
  tables: ["columns.ts", "query.ts", "views.ts", "words.ts"],
  savedviews: ["store.ts", "views.ts", "words.ts"],
  range: ["rules.ts", "schema.ts", "views.ts", "words.ts", "zones.ts"],
  adboard: ["columns.ts", "layout.ts", "reasons.ts", "words.ts"],
  adclients: ["actions.ts", "caps.ts", "deletion.ts", "values.ts", "words.ts"],
  episodebulk: ["changes.ts", "schema.ts"],
  newepisode: ["actions.ts", "fields.ts", "proposing.ts", "words.ts"],
  player: ["actions.ts", "dockview.ts", "oembed.ts", "playbackview.ts", "views.ts"],
  upload: ["views.ts", "words.ts", "words/en.ts"],
  waveform: ["moments.ts", "peaks.ts", "views.ts", "words.ts"],
  oneshow: ["schema.ts", "showlayout.ts"],
  notes: ["views.ts"],
  library: ["actions.ts", "store.ts"],
  notifications: ["store.ts"],
  likes: ["actions.ts", "store.ts"],
  progress: ["actions.ts", "store.ts"],
  site: ["schema.ts", "showcards.ts", "views.ts"],
};

const LAYERS = ["platform", "features", "app", "entry"];

function layerOf(file: string): string {
  if (file.startsWith("src/platform/")) return "platform";
  if (file.startsWith("src/features/")) return "features";
  return file === "src/app.ts" || file.startsWith("src/app/") ? "app" : "entry";
}

/** Types and data that every layer above the platform may import. */
const SHARED = ["src/deps.ts", "src/config.ts", "src/gates.ts"];

test("imports go from the command line down to the platform", () => {
  const bad = findings(({ file, imports }) =>
    SHARED.includes(file)
      ? []
      : imports
          .filter((target) => target.startsWith("src/")) // data of db/ belongs to no layer
          .filter((target) => !(SHARED.includes(target) && layerOf(file) !== "platform"))
          .filter((target) => LAYERS.indexOf(layerOf(target)) > LAYERS.indexOf(layerOf(file)))
          .map((target) => `${file} → ${target}`),
  );
  expect(bad).toEqual([]);
});

test("only its command imports the demo, and the demo imports no command", () => {
  const isDemo = (file: string) => file.startsWith("src/demo/");
  const users = findings(({ file, imports }) =>
    !isDemo(file) && imports.some(isDemo) ? [file] : [],
  );
  expect(users).toEqual(["src/cli/demo.ts"]);
  const upward = findings(({ file, imports }) =>
    isDemo(file) && imports.some((target) => target.startsWith("src/cli/")) ? [file] : [],
  );
  expect(upward).toEqual([]);
});

/** The imports between features: who imports, whose file, and which. */
const crossings = SOURCES.flatMap(({ file, imports }) =>
  imports.flatMap((target) => {
    const [user, owner] = [featureOf(file), featureOf(target)];
    if (user === undefined || owner === undefined || user === owner) return [];
    return [{ user, owner, shown: target.split("/").slice(4).join("/") }];
  }),
);

type Crossing = (typeof crossings)[number];

/** The values of one property by those of another, each once. */
const listed = (by: keyof Crossing, of: keyof Crossing): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(crossings, (crossing) => crossing[by])].map(([key, all]) => [
      key,
      [...new Set(all.map((crossing) => crossing[of]))].sort(),
    ]),
  );

const sorted = (lists: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.toSorted()]));

test("features use exactly the features that the list names, all of them further up in it", () => {
  const order = Object.keys(FEATURES);
  for (const [feature, uses] of Object.entries(FEATURES))
    for (const used of uses)
      expect(order.indexOf(used), `${feature} → ${used}`).toBeLessThan(order.indexOf(feature));
  const none = Object.fromEntries(order.map((feature) => [feature, []]));
  expect({ ...none, ...listed("user", "owner") }).toEqual(sorted(FEATURES));
});

test("features import exactly the visible files of each other", () => {
  expect(listed("owner", "shown")).toEqual(sorted(VISIBLE));
});

test("no file imports itself by way of others, not even for types", () => {
  expect(circles(new Map(SOURCES.map(({ file, imports }) => [file, imports])))).toEqual([]);
});

test("the search for circles finds them", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", ["a"]],
    ["d", []],
  ]);
  expect(circles(graph)).toEqual(["a → b → c → a"]);
});

/** A circle for each import that closes one. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) found.push([...trail.slice(start), file].join(" → "));
    if (start >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

test("every feature is in the graph", () => {
  const found = new Set(
    SOURCES.map(({ file }) => featureOf(file)).filter((name) => name !== undefined),
  );
  expect([...found].sort()).toEqual(Object.keys(FEATURES).sort());
});

test("every wing has a README that names its features", () => {
  const wings = new Map<string, Set<string>>();
  for (const { file } of SOURCES) {
    const [, wing = "", feature = ""] = /^src\/features\/([^/]+)\/([^/]+)\//.exec(file) ?? [];
    if (wing !== "") wings.set(wing, (wings.get(wing) ?? new Set()).add(feature));
  }
  for (const [wing, features] of wings) {
    const readme = readFileSync(path.join(ROOT, "src/features", wing, "README.md"), "utf8");
    const named = [...readme.matchAll(/^\| `(\w+)` \|/gm)].map(([, feature]) => feature);
    expect(named.sort(), wing).toEqual([...features].sort());
  }
});

test("routes and pages are listed under the file that declares them", () => {
  const app = SOURCES.find(({ file }) => file === "src/app.ts")?.text ?? "";
  const declaredIn = new Map(
    [...app.matchAll(/import \{([^}]+)\} from "\.\/([^"]+)"/g)].flatMap(([, names, file]) =>
      (names ?? "").split(",").map((name) => [name.trim(), `src/${file}`]),
    ),
  );
  const entries = [...app.matchAll(/^\s+"(src\/[^"]+)": (\w+)/gm)];
  expect(entries.length).toBeGreaterThan(40);
  const bad = entries.filter(([, file, name]) => declaredIn.get(name ?? "") !== file);
  expect(bad.map(([, file, name]) => `${name} is not declared in ${file}`)).toEqual([]);
});
