/** What playing needs of the ad server and of counting, and what it keeps at hand. */
import type { Deps } from "../../deps.ts";
import type { Files } from "../../platform/media/files.ts";
import type { Adserver } from "../adserving/actions.ts";
import type { Recorder } from "../counting/schema.ts";
import type { ProgressWatch } from "./progress.ts";
import type { Renditions } from "./renditions.ts";

/** Given by app.ts; tests give their own, to decide which ads there are. */
export type Partners = Readonly<{
  adserver: Pick<Adserver, "chooseAds">;
  recorder: Pick<Recorder, "note" | "noteProgress" | "classify" | "listeners" | "originOf">;
  /** Closes both with the server, where they are the server's own. */
  close?(): Promise<void>;
}>;

/** Playing as a process has it. */
export type Playback = Pick<Deps, "db" | "media" | "clock" | "log"> &
  Omit<Partners, "close"> &
  Readonly<{
    files: Files;
    renditions: Renditions;
    progress: ProgressWatch;
    /** Whether a connection from this address is a trusted proxy's. */
    isProxy(address: string): boolean;
  }>;
