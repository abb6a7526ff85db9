import { spawnSync } from "node:child_process";
import { GenericContainer, type StartedTestContainer, Wait } from "testcontainers";
import { REAPER_IMAGE } from "testcontainers/build/reaper/reaper.js";

const images = { eventstore: "eventstore/eventstore:24.10.14", mongodb: "mongo:8" } as const;
const timeoutMs = 10 * 60_000;

const docker = (...parameters: string[]) =>
  spawnSync("docker", parameters, { stdio: "ignore", timeout: timeoutMs }).status === 0;
const isAvailable = (image: string) => docker("image", "inspect", image) || docker("pull", "--quiet", image);

/** The reason why Docker can't start the real stores, in one line. Empty if it can. */
export function missingForDocker(): string {
  if (!docker("info")) return "there is no running Docker engine";
  return Object.values(images)
    .filter((image) => !isAvailable(image))
    .map((image) => `Docker can't pull ${image}`)
    .join(", ");
}

export interface DockerStores {
  /** The settings of a product that uses these stores. */
  readonly environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts EventStoreDB and MongoDB as containers, both empty. */
export async function startDockerStores(): Promise<DockerStores> {
  // The reaper removes the containers of an interrupted run. The tests also run without it.
  if (!isAvailable(REAPER_IMAGE)) process.env.TESTCONTAINERS_RYUK_DISABLED = "true";
  const containers: StartedTestContainer[] = [];
  const start = async (container: GenericContainer) => {
    const started = await container.start();
    containers.push(started);
    return started;
  };
  const stop = async () => void (await Promise.all(containers.map((container) => container.stop())));
  const starting = await Promise.allSettled([
    start(
      new GenericContainer(images.eventstore)
        .withEnvironment({ EVENTSTORE_INSECURE: "true", EVENTSTORE_RUN_PROJECTIONS: "None" })
        .withExposedPorts(2113)
        .withWaitStrategy(Wait.forHttp("/health/live", 2113).forStatusCodeMatching((status) => status < 300)),
    ),
    start(new GenericContainer(images.mongodb).withExposedPorts(27017)),
  ]);
  const [eventstore, mongodb] = starting;
  if (eventstore.status === "fulfilled" && mongodb.status === "fulfilled")
    return {
      environment: {
        EVENTSTORE_URL: `esdb://${eventstore.value.getHost()}:${eventstore.value.getMappedPort(2113)}?tls=false`,
        MONGODB_URL: `mongodb://${mongodb.value.getHost()}:${mongodb.value.getMappedPort(27017)}/?directConnection=true`,
      },
      stop,
    };
  await stop();
  throw starting.find((result) => result.status === "rejected")?.reason;
}
