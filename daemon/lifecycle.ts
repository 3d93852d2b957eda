import type { Logger } from './logger.ts';

/** A part that must start before, and stop after, the parts that follow it. */
export interface Component {
  name: string;
  start?(): Promise<void>;
  /** Must end within `graceMs`; otherwise the next component is stopped anyway. */
  stop?(): Promise<void>;
  /** Milliseconds; default 5,000. */
  graceMs?: number;
}

export interface Lifecycle {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts components in order and stops them in reverse. A failed start stops the components that had started. */
export function createLifecycle(components: readonly Component[], logger: Logger): Lifecycle {
  const started: Component[] = [];

  async function stop(): Promise<void> {
    for (let component = started.pop(); component; component = started.pop()) {
      await stopWithin(component, logger);
    }
  }

  return {
    async start() {
      for (const component of components) {
        try {
          await component.start?.();
          started.push(component);
        } catch (error) {
          await stop();
          throw error;
        }
      }
    },
    stop,
  };
}

async function stopWithin(component: Component, logger: Logger): Promise<void> {
  if (!component.stop) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), component.graceMs ?? 5000);
  });
  try {
    const outcome = await Promise.race([component.stop(), late]);
    if (outcome === 'late') logger.warn({ component: component.name }, 'component did not stop in time');
  } catch (error) {
    logger.error({ component: component.name, err: error }, 'component failed to stop');
  } finally {
    clearTimeout(timer);
  }
}
