/** Makes the attacked server collect its garbage, so that its memory shows what it still holds. */
import { once } from "node:events";

/** The line that Node writes when `SIGUSR1` opens its inspector, and those that follow. */
export const INSPECTOR_LINE = /^(Debugger |For help, see: https:\/\/nodejs\.org)/;

/** Has the process behind `inspector` (a WebSocket URL) collect all garbage. */
export async function collectGarbage(inspector: string): Promise<void> {
  const socket = new WebSocket(inspector);
  await once(socket, "open", { signal: AbortSignal.timeout(10_000) });
  const answered = once(socket, "message", { signal: AbortSignal.timeout(30_000) });
  socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
  const [{ data }] = (await answered) as [{ data: string }];
  socket.close();
  if (!("result" in JSON.parse(data))) throw new Error(`The inspector refused: ${data}`);
}
