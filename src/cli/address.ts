/** The address that a command prints links with. */
import type { Config } from "../config.ts";
import { findServers } from "../platform/http/announcement.ts";

/** `PUBLIC_URL`, else where a server of this `DATA_DIR` listens now, else where the next one would. No trailing slash. */
export async function publicAddress({ publicUrl, dataDir, port }: Config): Promise<string> {
  if (publicUrl !== null) return publicUrl;
  const [server] = await findServers(dataDir);
  return server?.address ?? `http://localhost:${port}`;
}
