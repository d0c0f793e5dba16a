/** Parses `STATISTICS_URL`, the location of a ClickHouse for statistics. */

/** The password is secret: never log this. */
export type ClickhousePlace = Readonly<{
  /** URL of its HTTP interface, without a path. */
  url: string;
  username: string;
  password: string;
  database: string;
  /** A cluster in `remote_servers` of its configuration; null: only this server. */
  cluster: string | null;
}>;

const DATABASE = /^\/([A-Za-z_][A-Za-z0-9_]{0,63})$/;
const CLUSTER = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
const SHAPE = "must be a URL such as clickhouse://user:password@host:8123/database";

/**
 * Parses `clickhouse://user:password@host:port/database[?cluster=name]`; a returned text completes the sentence "it …".
 */
export function parseStatisticsUrl(text: string): ClickhousePlace | string {
  if (!text.startsWith("clickhouse://") || !URL.canParse(text)) return SHAPE;
  const url = new URL(text);
  const [, database] = DATABASE.exec(url.pathname) ?? [];
  if (url.hostname === "" || url.hash !== "") return SHAPE;
  if (database === undefined)
    return "must be a URL that ends in the name of a database: letters, digits and underscores";
  const { cluster, ...unknown } = Object.fromEntries(url.searchParams);
  if (Object.keys(unknown).length > 0) return "must be a URL with no parameter except cluster";
  if (cluster !== undefined && !CLUSTER.test(cluster))
    return "must be a URL whose cluster consists of letters, digits, dots, dashes and underscores";
  try {
    return {
      url: `http://${url.hostname}:${url.port || 8123}`,
      username: decodeURIComponent(url.username) || "default",
      password: decodeURIComponent(url.password),
      database,
      cluster: cluster ?? null,
    };
  } catch {
    return "must be a URL with a percent-encoded user and password";
  }
}
