/** Opens the tracing of a process, and loads OpenTelemetry only if it is wanted. */
import type { Logger } from "pino";
import { NO_TRACING, type Tracing, type TracingOptions } from "./tracing.ts";

export async function openTracing(
  options: TracingOptions,
  log: Pick<Logger, "warn">,
): Promise<Tracing> {
  const { endpoint, share } = options;
  if (endpoint === null) return NO_TRACING;
  const { openExport } = await import("./export.ts");
  return openExport({ endpoint, share }, log);
}
