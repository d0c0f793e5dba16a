/** Installs the programs of Debian that tests start, such as proxies, where a machine lacks them. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/** Programs, by the folder where tests expect them or on the path, and Debian's packages of them. */
const PACKAGES: Readonly<Record<string, string>> = {
  "/usr/sbin/nginx": "nginx-light",
  "/usr/sbin/varnishd": "varnish",
  "/usr/bin/curl": "curl",
  caddy: "caddy",
};

const isThere = (program: string): boolean =>
  program.startsWith("/")
    ? existsSync(program)
    : (process.env.PATH ?? "")
        .split(path.delimiter)
        .some((folder) => existsSync(path.join(folder, program)));

/** Installs what is missing if this process can; otherwise says what to install, and the tests that need it fail. */
export function installPrograms(): void {
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) =>
    isThere(program) ? [] : [name],
  );
  if (missing.length === 0 || (isAllowed() && install(missing))) return;
  console.warn(`Some tests will fail. First: sudo apt-get install ${missing.join(" ")}`);
}

const isAllowed = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

function install(packages: readonly string[]): boolean {
  console.info(`Installing what tests start: ${packages.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...given: string[]) =>
    spawnSync("/usr/bin/apt-get", ["-qq", ...given], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    }).status === 0;
  return apt("update") && apt("install", "--yes", ...packages);
}
