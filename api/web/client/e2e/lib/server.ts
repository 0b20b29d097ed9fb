import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";

// Server is a kast that runs.
export interface Server {
  url: string;
  // stop ends it as an operator does, and waits for it.
  stop(): Promise<void>;
  // kill ends it as a power cut does.
  kill(): Promise<void>;
  // again starts it on the same database and address.
  again(): Promise<void>;
}

// startServer runs kast serve on a database, at a free port.
export async function startServer(binary: string, database: string, flags: readonly string[] = []): Promise<Server> {
  const port = await freePort();
  let running = await run();

  async function run(): Promise<ChildProcess> {
    const child = spawn(
      binary,
      ["serve", "--addr", `127.0.0.1:${port}`, "--db", database, "--rate-limits", "off", "--quota-games", "0", "--quota-bots", "0", ...flags],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    let said = "";
    await new Promise<void>((resolve, reject) => {
      child.stdout!.on("data", (part: Buffer) => {
        said += part.toString();
        if (said.includes("listens on")) resolve();
      });
      child.stderr!.on("data", (part: Buffer) => (said += part.toString()));
      child.once("exit", (code) => reject(new Error(`kast serve ended with ${code}: ${said}`)));
    });
    return child;
  }

  async function end(how: NodeJS.Signals): Promise<void> {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill(how);
    await ended;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    async again() {
      running = await run();
    },
  };
}

// freePort is one that nobody listens at, so that a server can come back to the same address.
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const at = probe.address();
      probe.close(() => (at !== null && typeof at === "object" ? resolve(at.port) : reject(new Error("no port"))));
    });
  });
}
