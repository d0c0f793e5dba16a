/** ClickHouse servers for tests, from Debian's package or `chdb`, in temporary folders and on free ports. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";

export type TestClickhouse = {
  /** A value for `STATISTICS_URL`; in a cluster that of the first shard. */
  url(database?: string): string;
  /** Kills it like `kill -9`; `start` restarts it with its data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Runs the servers opened by `open` during the tests around it, for worlds that are opened with `env` after it. */
export function useClickhouse(open: () => Promise<TestClickhouse>) {
  const used = { env: {} as Record<string, string>, server: {} as TestClickhouse };
  beforeAll(async () => {
    used.server = await open();
    used.env.STATISTICS_URL = used.server.url();
  });
  afterAll(() => used.server.close());
  return used;
}

const PROGRAM = "clickhouse-server";
const PASSWORD = "not/secret @all";
const CLUSTER = "twins";
/** Generous, because many tests may run at the same time. */
const STARTED_MS = 100_000;

/** A single server: Debian's, or with `TEST_CLICKHOUSE=current` the one of `chdb`. */
export async function openClickhouseServer(): Promise<TestClickhouse> {
  const ports = await freePorts(3);
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-clickhouse-"));
  const isCurrent = process.env.TEST_CLICKHOUSE === "current";
  const server = await (isCurrent ? makeCurrent(folder, ports) : makeServer(folder, ports));
  await server.start();
  return {
    ...server,
    url: (database = "longwave") => urlOf(ports, database),
    close: () => closeAll([server], folder),
  };
}

/** `shards` servers, each a shard of one cluster, with the ZooKeeper that coordinates them. */
export async function openClickhouseCluster(shards: number): Promise<TestClickhouse> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-clickhouse-"));
  const keeper = await startZookeeper(folder);
  const ports = await Promise.all(Array.from({ length: shards }, () => freePorts(3)));
  const servers = await Promise.all(
    ports.map((own, shard) =>
      makeServer(path.join(folder, String(shard)), own, clusterSettings(shard, ports, keeper.port)),
    ),
  );
  const all = (act: (server: Server) => Promise<void>) => async () => {
    await Promise.all(servers.map(act));
  };
  const start = async () => {
    await all((server) => server.start())();
    // 18.16 crashes on a distributed statement that arrives before it has found its task queue.
    await Promise.all(
      ports.map((own) => untilReady(keeper.child, "The cluster", () => seesQueue(own))),
    );
  };
  await start();
  return {
    start,
    kill: all((server) => server.kill()),
    url: (database = "longwave") => `${urlOf(ports[0] as Ports, database)}?cluster=${CLUSTER}`,
    close: () => closeAll([...servers, keeper], folder),
  };
}

/** Whether the server is connected to ZooKeeper and its queue of distributed statements exists. */
async function seesQueue([http]: Ports): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`default:${PASSWORD}`).toString("base64")}`;
  const body = "select name from system.zookeeper where path = '/clickhouse/task_queue'";
  const url = `http://127.0.0.1:${http}/`;
  const response = await fetch(url, { method: "POST", headers: { authorization }, body });
  return (await response.text()) === "ddl\n";
}

type Ports = readonly number[];
type Server = { start(): Promise<void>; kill(): Promise<void> };

const urlOf = ([http]: Ports, database: string): string =>
  `clickhouse://default:${encodeURIComponent(PASSWORD)}@127.0.0.1:${http}/${database}`;

async function closeAll(servers: readonly Pick<Server, "kill">[], folder: string): Promise<void> {
  await Promise.all(servers.map((server) => server.kill()));
  await rm(folder, { recursive: true, force: true });
}

/** Ports that were free a moment ago. */
async function freePorts(count: number): Promise<Ports> {
  const listening = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const ports = listening.map((server) => (server.address() as { port: number }).port);
  await Promise.all(listening.map(async (server) => once(server.close(), "close")));
  return ports;
}

async function makeServer(folder: string, ports: Ports, more = ""): Promise<Server> {
  await mkdir(folder, { recursive: true });
  const config = path.join(folder, "config.xml");
  await writeFile(config, settings(folder, ports, more));
  await writeFile(path.join(folder, "users.xml"), USERS);
  return serverOf(ports, () => launch(PROGRAM, [`--config-file=${config}`], folder));
}

const CHDB = "3.4.0";

/** The main module of chdb, which only these tests need: at 546 MB it is no dependency that everybody installs. */
async function installChdb(): Promise<string> {
  const folder = path.resolve(import.meta.dirname, `../../node_modules/.cache/chdb-${CHDB}`);
  const main = path.join(folder, "node_modules/chdb/index.mjs");
  if (!existsSync(main)) {
    const options = [
      "--no-save",
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--prefix",
      folder,
    ];
    await promisify(execFile)("npm", ["install", ...options, `chdb@${CHDB}`]);
  }
  return main;
}

/** A current release, in a process of Node. */
async function makeCurrent(folder: string, ports: Ports): Promise<Server> {
  const script = path.join(import.meta.dirname, "chdbserver.ts");
  const args = [script, await installChdb(), path.join(folder, "data"), PASSWORD, String(ports[0])];
  return serverOf(ports, () => launch(process.execPath, args, folder));
}

function serverOf([port]: Ports, run: () => ChildProcess): Server {
  let running: ChildProcess | null = null;
  const kill = async () => {
    if (running === null) return;
    await end(running);
    running = null;
  };
  return {
    kill,
    async start() {
      running = run();
      await untilReady(running, PROGRAM, async () => {
        const response = await fetch(`http://127.0.0.1:${port}/ping`);
        return response.ok;
      });
    },
  };
}

/** Starts ZooKeeper from Debian's package. */
async function startZookeeper(folder: string) {
  const [port = 0] = await freePorts(1);
  const config = path.join(folder, "zoo.cfg");
  const lines = ["tickTime=500", `dataDir=${path.join(folder, "zookeeper")}`];
  lines.push(`clientPort=${port}`, "clientPortAddress=127.0.0.1", "admin.enableServer=false");
  await writeFile(config, `${lines.join("\n")}\n`);
  const main = "org.apache.zookeeper.server.ZooKeeperServerMain";
  const options = ["-Xmx128m", "-cp", "/usr/share/java/zookeeper.jar", main, config];
  const child = launch("java", options, folder);
  await untilReady(child, "ZooKeeper", () => answers(port));
  return { port, child, kill: () => end(child) };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

function launch(program: string, options: string[], folder: string): ChildProcess {
  const child = spawn(program, options, { cwd: folder, stdio: "ignore" });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function untilReady(child: ChildProcess, name: string, ask: () => Promise<boolean>) {
  let failure: Error | null = null;
  child.once("error", (error) => {
    failure = error;
  });
  for (const until = performance.now() + STARTED_MS; performance.now() < until; ) {
    if (failure !== null || child.exitCode !== null) break;
    if (await ask().catch(() => false)) return;
    await sleep(50);
  }
  throw new Error(`${name} does not start; install Debian's package`, { cause: failure });
}

/** The server's users file: one user, from this machine only. */
const USERS = `<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default>
<password>${PASSWORD}</password><networks><ip>127.0.0.1</ip></networks>
<profile>default</profile><quota>default</quota></default></users></yandex>`;

/** Uses a time zone other than UTC, so that nothing relies on the server's. */
const settings = (folder: string, [http, tcp, replicas]: Ports, more: string): string => `<yandex>
<logger><level>warning</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
<http_port>${http}</http_port><tcp_port>${tcp}</tcp_port>
<interserver_http_port>${replicas}</interserver_http_port>
<interserver_http_host>127.0.0.1</interserver_http_host><listen_host>127.0.0.1</listen_host>
<path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path>
<user_files_path>${folder}/files/</user_files_path><users_config>${folder}/users.xml</users_config>
<mark_cache_size>67108864</mark_cache_size><default_profile>default</default_profile>
<default_database>default</default_database><timezone>America/New_York</timezone>${more}</yandex>`;

function clusterSettings(shard: number, ports: readonly Ports[], keeper: number): string {
  const shards = ports.map(
    ([, tcp]) => `<shard><internal_replication>true</internal_replication><replica>
<host>127.0.0.1</host><port>${tcp}</port><user>default</user><password>${PASSWORD}</password>
</replica></shard>`,
  );
  return `<remote_servers><${CLUSTER}>${shards.join("")}</${CLUSTER}></remote_servers>
<zookeeper><node><host>127.0.0.1</host><port>${keeper}</port></node></zookeeper>
<macros><shard>${shard}</shard><replica>only</replica></macros>
<distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>`;
}
