/** Determines the base URL of links that commands print. */
import type { Config } from "../config.ts";
import { findServers } from "../platform/http/announcement.ts";

/**
 * `PUBLIC_URL`, else the address of a running server of this `DATA_DIR`, else the default address of the next one. No
 * trailing slash.
 */
export async function publicAddress({ publicUrl, dataDir, port }: Config): Promise<string> {
  if (publicUrl !== null) return publicUrl;
  const [server] = await findServers(dataDir);
  return server?.address ?? `http://localhost:${port}`;
}
