/** The delivery ports to the ad server and to counting, and the shared resources of playback. */
import type { Deps } from "../../../deps.ts";
import type { Files } from "../../../platform/media/files.ts";
import type { Adserver } from "../../advertising/adserving/actions.ts";
import type { RequestRecorder } from "../../measurement/counting/schema.ts";
import type { Renditions } from "../renditions/actions.ts";
import type { Tickets } from "../renditions/tickets/actions.ts";
import type { EdgeRecogniser } from "./edges.ts";
import type { DeliveryCounts } from "./metrics.ts";
import type { ProgressWatch } from "./progress.ts";
import type { PlayTraces } from "./tracing.ts";

/** Opened with the server; tests provide their own to control the ads. */
export type DeliveryPorts = Readonly<{
  adserver: Pick<Adserver, "chooseAds" | "explainAds">;
  recorder: Pick<RequestRecorder, "note" | "noteProgress" | "classify" | "listeners" | "originOf">;
  /** Closes both with the server, if the server opened them. */
  close?(): Promise<void>;
}>;

/** The playback resources of one process. */
export type Playback = Pick<Deps, "db" | "media" | "clock" | "log"> &
  Omit<DeliveryPorts, "close"> &
  Readonly<{
    files: Files;
    renditions: Renditions;
    progress: ProgressWatch;
    counts: DeliveryCounts;
    traces: PlayTraces;
    /** Whether a request is an edge's own, which its log counts (docs/guides/edges.md). */
    isEdge: EdgeRecogniser;
    /** Where listeners fetch audio, without a final slash; null: at this server. */
    cdnUrl: string | null;
    tickets: Tickets;
    /** Whether this address belongs to a trusted proxy. */
    isProxy(address: string): boolean;
  }>;
