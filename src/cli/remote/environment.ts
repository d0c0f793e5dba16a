/** Reads which server the command line talks to over HTTP. Small, because every command asks for it. */
import os from "node:os";
import path from "node:path";

export type RemoteEnvironment = Readonly<{
  /** `LONGWAVE_SERVER`: used if `--server` is not given. */
  server: string | null;
  /** `LONGWAVE_TOKEN`: used before the file of credentials. */
  token: string | null;
  /** The file in which `login` keeps tokens: `LONGWAVE_CREDENTIALS`, or one below `XDG_CONFIG_HOME`. */
  credentials: string;
}>;

export function remoteEnvironment(env = process.env): RemoteEnvironment {
  const config = env.XDG_CONFIG_HOME || path.join(env.HOME || os.homedir(), ".config");
  return {
    server: env.LONGWAVE_SERVER || null,
    token: env.LONGWAVE_TOKEN || null,
    credentials: env.LONGWAVE_CREDENTIALS || path.join(config, "longwave", "credentials.json"),
  };
}
