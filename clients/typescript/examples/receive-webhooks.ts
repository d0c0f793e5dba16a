/**
 * Receives webhooks: verifies each request, prints each event once, and ends after as many as it is told.
 * `WEBHOOK_SECRET=whsec_… PORT=8787 node receive-webhooks.ts [EVENTS]`
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { verifyWebhook, WebhookError } from "../src/index.ts";

type Event = { type: string; sequence: number; data: Record<string, unknown> };

const [most = "Infinity"] = process.argv.slice(2);
const { WEBHOOK_SECRET: secret = "", PORT: port = "8787" } = process.env;
// A program that restarts keeps them in a file or a database.
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook<Event>(await text(request), request.headers, secret);
    // First the answer: what takes long comes afterwards.
    response.writeHead(204).end();
    const id = String(request.headers["webhook-id"]);
    if (seen.has(id)) return;
    seen.add(id);
    console.log(`${event.sequence}\t${event.type}\t${JSON.stringify(event.data)}`);
    if (seen.size >= Number(most)) server.close();
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    response.writeHead(401).end();
  }
});
server.listen(Number(port), "127.0.0.1", () => console.error("listening"));
