/** Makes recorded examples the same on every run, and short: no clocks, no randomness, no long lists. */

/** What was random or secret in one run. */
export type Run = Readonly<{
  /** The address of the server, which becomes `https://pods.example`. */
  baseUrl: string;
  /** The real time of the run; times near it become `clock`. */
  started: Date;
  /** The time that the server believed it was. */
  clock: Date;
}>;

/** Fields that contain random values, which are replaced wherever they occur. */
const SECRETS = new Set(
  "access_token refresh_token device_code user_code client_id client_secret secret limited_key".split(
    " ",
  ),
);
/** Fields of signing keys. */
const KEYS = new Set(["kid", "n", "x", "y"]);
/** Fields with times that tokens have from the real clock, in seconds after the server's. */
const SECONDS = new Map([
  ["iat", 0],
  ["exp", 86_400],
]);
const MAX_TEXT = 200;
/** Objects with more entries, all of them text, are tables rather than records. */
const MAX_TABLE = 40;
/** A second entry is shown only if the two together have at most this many characters of JSON. */
const MAX_TWO = 400;
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
/** The code that proves the ownership of a feed. */
const PROOF = /(longwave-verify=)[\w-]+/g;
/** What signs the address of a preview. */
const SIGNED = /(token=)[\w-]+\.[\w-]+/g;
/** The address of a shared report. */
const SHARED = /(\/r\/)[\w-]{43}/g;
const DIGEST = /[0-9a-f]{24,}/g;
/** What depends on the machine, in texts about the health of a server. */
const MACHINE: readonly (readonly [RegExp, string])[] = [
  [/(?:\/[\w.-]+)+(?=\/media stores)/g, "/var/lib/longwave"],
  [/\d+\.\d GiB free/g, "412.0 GiB free"],
  [/PostgreSQL \d+\.\d+/g, "PostgreSQL 18.0"],
  [/all \d+ migrations/g, "all 80 migrations"],
  [/\d+ journal files with \d+ bytes/g, "1 journal files with 512 bytes"],
  [/\d+ wait,/g, "3 wait,"],
  [/\d+ batches behind/g, "0 batches behind"],
  [/oldest (for|by) \d+ s/g, "oldest $1 1 s"],
];
/** Fields whose values depend on the machine. */
const MEASURED: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["node", "24.0.0"],
  ["oldest_seconds", 1],
]);
const TIME = /\d{4}-\d\d-\d\d([ T])\d\d:\d\d:\d\d(?:\.\d+)?(Z?)/g;
const DAY_MS = 86_400_000;

/** `value`, as recorded in `run`, in its stable form. Responses are cut, requests are not. */
export function createStabiliser(run: Run) {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = (found: string, kind: string, name: (count: number) => string): string => {
    const known = names.get(found);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    names.set(found, name(count));
    return name(count);
  };
  const secrets = new Map<string, string>();
  const secret = (found: string, field: string): string => {
    const name = nameOf(found, field, (count) => `example-${field.replaceAll("_", "-")}-${count}`);
    secrets.set(found, name);
    return name;
  };

  /** Learns the secrets in `value`, so that they are also replaced in requests and in other texts. */
  function learn(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const [field, inner] of Object.entries(value))
      if (typeof inner === "string" && SECRETS.has(field)) secret(inner, field);
      else learn(inner);
  }

  function text(found: string): string {
    let clean = found.replaceAll(run.baseUrl, "https://pods.example");
    for (const [one, name] of secrets) clean = clean.replaceAll(one, name);
    for (const [one, name] of MACHINE) clean = clean.replaceAll(one, name);
    clean = clean
      .replace(SIGNED, "$1example-token")
      .replace(SHARED, "$1example-token")
      .replace(UUID, (uuid) =>
        nameOf(
          uuid,
          "uuid",
          (count) => `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`,
        ),
      )
      .replace(DIGEST, (digest) => nameOf(digest, "digest", (count) => `example-digest-${count}`))
      .replace(PROOF, "$1example")
      .replace(TIME, timeOf);
    return clean.length <= MAX_TEXT ? clean : `${clean.slice(0, MAX_TEXT - 1)}…`;
  }

  function timeOf(found: string, between: string, zone: string): string {
    const time = Date.parse(`${found.replace(" ", "T").replace("Z", "")}Z`);
    if (Math.abs(time - run.started.getTime()) > DAY_MS) return found;
    return run.clock.toISOString().slice(0, 19).replace("T", between) + zone;
  }

  function stable(value: unknown, isCut: boolean, field = ""): unknown {
    if (typeof value === "string") return KEYS.has(field) ? secret(value, field) : text(value);
    if (typeof value === "number") return numberOf(value, field);
    if (Array.isArray(value))
      return isCut ? shortened(value) : value.map((one) => stable(one, false));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    const isTable =
      entries.length > MAX_TABLE && entries.every(([, one]) => typeof one === "string");
    const shown = isCut && isTable ? entries.slice(0, 2) : entries;
    return Object.fromEntries(shown.map(([name, inner]) => [name, fieldOf(name, inner, isCut)]));
  }

  const fieldOf = (name: string, value: unknown, isCut: boolean): unknown =>
    MEASURED.has(name) ? MEASURED.get(name) : stable(value, isCut, name);

  function numberOf(value: number, field: string): number {
    const seconds = SECONDS.get(field);
    return seconds === undefined ? value : Math.floor(run.clock.getTime() / 1000) + seconds;
  }

  function shortened(list: readonly unknown[]): unknown[] {
    const two = list.slice(0, 2).map((one) => stable(one, true));
    return JSON.stringify(two).length > MAX_TWO ? two.slice(0, 1) : two;
  }

  return { learn, stable };
}
