/** Lets requests whose clients have left end before the stores close: nobody waits for their responses. */
import type { FastifyInstance } from "fastify";

/** What has not ended by then fails. */
const PATIENCE_MS = 10_000;

/** Has `app` wait for running handlers when it closes: those of all routes that are added after this. */
export function finishUnheard(app: FastifyInstance): void {
  const running = new Set<Promise<unknown>>();
  app.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = function handle(request, reply) {
      const work = handler.call(this, request, reply);
      if (!(work instanceof Promise)) return work;
      running.add(work);
      const end = () => running.delete(work);
      work.then(end, end);
      return work;
    };
  });
  app.addHook("preClose", async () => {
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([Promise.allSettled(running), enough]);
    clearTimeout(timer);
  });
}
