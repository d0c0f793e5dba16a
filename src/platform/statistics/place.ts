/** Where statistics are asked of a ClickHouse, as `STATISTICS_URL` says it. */

/** The password is secret: never log this. */
export type ClickhousePlace = Readonly<{
  /** Of its HTTP interface, without a path. */
  url: string;
  username: string;
  password: string;
  database: string;
  /** Of `remote_servers` in its configuration; null: this one server. */
  cluster: string | null;
}>;

const DATABASE = /^\/([A-Za-z_][A-Za-z0-9_]{0,63})$/;
const CLUSTER = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
const SHAPE = "must be an address such as clickhouse://user:password@host:8123/database";

/** Reads `clickhouse://user:password@host:port/database[?cluster=name]`; a text is what ends "it …". */
export function parseStatisticsUrl(text: string): ClickhousePlace | string {
  if (!text.startsWith("clickhouse://") || !URL.canParse(text)) return SHAPE;
  const url = new URL(text);
  const [, database] = DATABASE.exec(url.pathname) ?? [];
  if (url.hostname === "" || url.hash !== "") return SHAPE;
  if (database === undefined)
    return "must be an address that ends in the name of a database: letters, digits and underscores";
  const { cluster, ...unknown } = Object.fromEntries(url.searchParams);
  if (Object.keys(unknown).length > 0) return "must be an address with no parameter but cluster";
  if (cluster !== undefined && !CLUSTER.test(cluster))
    return "must be an address whose cluster is named by letters, digits, dots, dashes and underscores";
  try {
    return {
      url: `http://${url.hostname}:${url.port || 8123}`,
      username: decodeURIComponent(url.username) || "default",
      password: decodeURIComponent(url.password),
      database,
      cluster: cluster ?? null,
    };
  } catch {
    return "must be an address with its user and password percent-encoded";
  }
}
