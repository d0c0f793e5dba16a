/** Installs the programs of Debian that tests start, such as proxies, where a machine lacks them. */
import { execFileSync } from "node:child_process";
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

/** Installs what is missing if this process may; otherwise says what to install, and the tests that need it fail. */
export function installPrograms(): void {
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) =>
    isThere(program) ? [] : [name],
  );
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.warn(`Some tests will fail. First: sudo apt-get install ${missing.join(" ")}`);
    return;
  }
  console.info(`Installing what tests start: ${missing.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...given: string[]) =>
    execFileSync("/usr/bin/apt-get", ["-qq", ...given], { env, stdio: "ignore" });
  apt("update");
  apt("install", "--yes", ...missing);
}
