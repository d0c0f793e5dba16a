/** Gives a connection that a process was handed and did not take before it ended to the next process. */
import type { Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";

/** What `node:cluster` sends with a connection, and what a process replies; `accepted`: it has the connection. */
type Handover = Readonly<{ act?: string; seq?: number }>;
type Reply = Readonly<{ cmd?: string; ack?: number; accepted?: boolean }>;

/**
 * Node hands a process one connection at a time and keeps it open until the process replies. A process that is killed
 * before it replies leaves that client waiting forever (nodejs/node#21746). Here the reply is given in its name: “not
 * accepted”, on which Node passes the connection to the next process. Nothing is served twice, because a process
 * replies before it reads. The messages are Node's own, undocumented; `test/journeys/crew.test.ts` holds them.
 */
export function passOnUntaken(worker: Worker): void {
  const { process } = worker;
  const send = process.send.bind(process) as (...args: unknown[]) => boolean;
  let handed: number | undefined;
  let connected = true;
  process.send = ((message: Handover, ...rest: unknown[]) => {
    if (message.act === "newconn") handed = message.seq;
    return send(message, ...rest);
  }) as typeof process.send;
  process.on("internalMessage", ({ ack }: Reply) => {
    if (ack === handed) handed = undefined;
  });
  worker.once("disconnect", () => {
    connected = false;
  });
  worker.once("exit", async () => {
    // What it sent before it ended is read first.
    while (process.connected) await sleep(1);
    if (handed === undefined) return;
    // While a connection is on its way Node waits for a reply before it says so, and would hand over more.
    if (connected) process.emit("disconnect");
    const reply: Reply = { cmd: "NODE_CLUSTER", ack: handed, accepted: false };
    process.emit("internalMessage" as never, reply as never);
  });
}
