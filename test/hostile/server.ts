/** Starts a server with a worker in a separate process that may, unlike a real one, fetch from 127.0.0.1. */
import { inject } from "vitest";
import { said, script, urlOf } from "../journeys/processes.ts";
import type { World } from "../setup/world.ts";

/** Serves the world's database until the test ends; returns its base URL. */
export async function serveWithWorker({ deps }: World): Promise<string> {
  const database = deps.pool.options.database;
  const running = script(
    `const { openDeps } = await import(root + "/src/deps.ts");
     const { loadConfig } = await import(root + "/src/config.ts");
     const { buildApp } = await import(root + "/src/app/build.ts");
     const { startWorker } = await import(root + "/src/worker.ts");
     const { encodingJobs } = await import(root + "/src/features/publishing/episodes/encoding/jobs.ts");
     const { importJobs } = await import(root + "/src/features/publishing/imports/jobs.ts");
     const { publishingJobs } = await import(root + "/src/features/publishing/episodes/publishing/jobs.ts");
     const deps = await openDeps(loadConfig());
     const app = await buildApp(deps);
     await app.listen({ host: "127.0.0.1", port: 0 });
     const local = { allowPrivate: true };
     startWorker(deps, [...encodingJobs(deps, local), ...importJobs(deps, local), ...publishingJobs(deps)]);
     console.log("ready at http://127.0.0.1:" + app.server.address().port);`,
    {
      DATA_DIR: deps.config.dataDir,
      DATABASE_URL: urlOf({ ...inject("postgres"), database }),
      LOG_LEVEL: "silent",
      RATE_LIMIT: "0",
    },
  );
  return said(running, /ready at (\S+)/);
}
