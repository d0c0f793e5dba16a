/** Lets requests whose clients have left end before the stores close: nobody waits for their responses. */
import type { FastifyInstance } from "fastify";
import type { Endpoint } from "./endpoint.ts";

/** What has not ended by then fails. */
const PATIENCE_MS = 10_000;

type Handler = Endpoint["handler"];

/** Returns the function to call with each handler of `app`, which waits for those that run when it closes. */
export function finishUnheard(app: FastifyInstance): (handler: Handler) => Handler {
  const running = new Set<Promise<unknown>>();
  app.addHook("preClose", async () => {
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([Promise.allSettled(running), enough]);
    clearTimeout(timer);
  });
  return (handler) => (request, reply) => {
    const work = handler(request, reply);
    if (!(work instanceof Promise)) return work;
    running.add(work);
    const end = () => running.delete(work);
    work.then(end, end);
    return work;
  };
}
