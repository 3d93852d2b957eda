import { setTimeout } from 'node:timers/promises';
import { AppError } from '#sdk/contract/errors.js';
import type { Signals } from '../../db/signals.ts';
import type { Logger } from '../../logger.ts';
import type { Staging } from '../../storage/staging.ts';
import type { Holding, LeaseRepo } from './lease-repo.ts';
import { noLease, type UploadLease } from './locks.ts';

/** Milliseconds. */
interface LeaseTiming {
  /** After the last renewal, another server may take the upload. */
  lifetime: number;
  renewEvery: number;
  /** How often a request that waits for another server looks whether it has ended. */
  lookEvery: number;
  /** How often it asks again, because a signal may be lost. */
  askEvery: number;
}

const usualTiming: LeaseTiming = { lifetime: 20_000, renewEvery: 5000, lookEvery: 250, askEvery: 1000 };

export interface LeaseOptions {
  /** Identifies this server. */
  server: string;
  repo: LeaseRepo;
  signals: Pick<Signals, 'send' | 'on'>;
  staging: Pick<Staging, 'shutOut'>;
  logger: Logger;
  timing?: Partial<LeaseTiming> | undefined;
  /** Another server wants the upload. */
  onWanted(id: string): void;
  /** Another server asks whether bytes arrive. */
  onAsked(id: string): void;
  /** Another server has the upload: what this one does with it no longer counts. */
  onLost(id: string): void;
}

/** A lease of this server, shared by all that it does with the upload. */
class Held implements UploadLease {
  uses = 1;
  /** A moment of the monotonic clock. */
  renewedAt = performance.now();
  readonly fence: number;

  constructor(fence: number) {
    this.fence = fence;
  }
}

/** What a signal says. */
interface Asked {
  id: string;
  fence: number;
  isUrgent: boolean;
}

interface Wait {
  /** The moment of the monotonic clock until which to wait; not given: as long as somebody has the upload. */
  until?: number;
  signal?: AbortSignal;
}

/**
 * The uploads that this server has: a lease on the row of each, which it renews and another server can take when it does
 * not. What the server does with one upload at the same time is ordered in its memory, and shares the lease.
 */
export class UploadLeases {
  readonly #options: LeaseOptions;
  readonly #timing: LeaseTiming;
  readonly #held = new Map<string, Held>();
  /** The last step for each upload: taking and giving back never overlap. */
  readonly #steps = new Map<string, Promise<unknown>>();
  #renewals: NodeJS.Timeout | undefined;
  #isListening = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#timing = { ...usualTiming, ...options.timing };
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  /** Returns the lease of another server on an upload. */
  async findElsewhere(id: string): Promise<Holding | null> {
    const holding = await this.#options.repo.find(id);
    return holding?.owner === this.#options.server ? null : holding;
  }

  /**
   * Gets the upload for this server; another one that has it is asked to end. The caller gives it back.
   *
   * @throws AppError `upload_locked`
   */
  async acquire(id: string, { until = Infinity, signal }: Wait = {}): Promise<UploadLease> {
    this.#listen();
    let askedAt = -Infinity;
    for (;;) {
      const lease = await this.#inTurn(id, () => this.#take(id));
      if (lease) return lease;
      const now = performance.now();
      if (now >= until || signal?.aborted) throw new AppError('upload_locked');
      if (now - askedAt >= this.#timing.askEvery) {
        askedAt = now;
        const elsewhere = await this.findElsewhere(id);
        if (elsewhere) this.#send(id, elsewhere.fence, true);
      }
      await setTimeout(this.#timing.lookEvery);
    }
  }

  async giveBack(id: string, lease: UploadLease): Promise<void> {
    if (!(lease instanceof Held)) return;
    await this.#inTurn(id, async () => {
      lease.uses -= 1;
      if (lease.uses > 0 || this.#held.get(id) !== lease) return;
      this.#held.delete(id);
      await this.#options.repo.end(id, lease.fence).catch((error: unknown) => {
        this.#options.logger.warn({ upload: id, err: error }, 'an upload could not be given back yet');
      });
    });
  }

  /** Asks the server that has an upload whether bytes arrive; it answers in the row, or ends. */
  ask(id: string, { fence }: Pick<Holding, 'fence'>): void {
    this.#send(id, fence, false);
  }

  /** Says to those who ask that bytes arrive. */
  async answer(id: string): Promise<void> {
    const held = this.#held.get(id);
    if (held) await this.#options.repo.answer(id, held.fence);
  }

  /** Looks at the row of an upload every now and then until `isDone`, or the time is over. */
  async watch(id: string, milliseconds: number, isDone: (now: Holding | null) => boolean): Promise<boolean> {
    for (const end = performance.now() + milliseconds; performance.now() < end; ) {
      await setTimeout(this.#timing.lookEvery);
      if (isDone(await this.findElsewhere(id))) return true;
    }
    return false;
  }

  async #take(id: string): Promise<UploadLease | null> {
    const held = this.#held.get(id);
    if (held) {
      held.uses += 1;
      return held;
    }
    const { repo, server, staging } = this.#options;
    const { lifetime } = this.#timing;
    let fence = await repo.takeFree(id, server, lifetime);
    if (fence === null) {
      fence = await repo.takeOver(id, server, lifetime);
      // Nothing can be changed in an upload that is finished or gone.
      if (fence === null) return (await repo.isReceiving(id)) ? null : noLease;
      // The owner before may only be frozen. It must not go on when it wakes up.
      await staging.shutOut(id);
    }
    const lease = new Held(fence);
    this.#held.set(id, lease);
    this.#renewals ??= setInterval(() => void this.#renew(), this.#timing.renewEvery).unref();
    return lease;
  }

  async #renew(): Promise<void> {
    const { repo, server, logger } = this.#options;
    const { lifetime } = this.#timing;
    const held = [...this.#held];
    if (held.length === 0) {
      clearInterval(this.#renewals);
      this.#renewals = undefined;
      return;
    }
    const at = performance.now();
    try {
      const fences = await repo.renew(
        held.map(([id]) => id),
        server,
        lifetime,
      );
      for (const [id, lease] of held) {
        if (fences.get(id) === lease.fence) lease.renewedAt = at;
        else this.#lose(id, lease);
      }
    } catch (error) {
      logger.warn({ err: error }, 'the uploads of this server could not be kept from others');
      for (const [id, lease] of held) if (at - lease.renewedAt >= lifetime) this.#lose(id, lease);
    }
  }

  #lose(id: string, lease: Held): void {
    // It may have been given back since.
    if (this.#held.get(id) !== lease) return;
    this.#held.delete(id);
    this.#options.onLost(id);
  }

  /** Asks an owner to end in any case, or only if no bytes arrive. A late signal means none of the later owners. */
  #send(id: string, fence: number, isUrgent: boolean): void {
    this.#options.signals.send('upload_release', JSON.stringify({ id, fence, isUrgent } satisfies Asked));
  }

  /** A signal that is missed is sent again. */
  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#options.signals.on('upload_release', (text) => {
      if (text === null) return;
      const { id, fence, isUrgent } = JSON.parse(text) as Asked;
      if (this.#held.get(id)?.fence !== fence) return;
      if (isUrgent) this.#options.onWanted(id);
      else this.#options.onAsked(id);
    });
  }

  #inTurn<T>(id: string, step: () => Promise<T>): Promise<T> {
    const turn = (this.#steps.get(id) ?? Promise.resolve()).then(step);
    const ended = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#steps.get(id) === ended) this.#steps.delete(id);
      });
    this.#steps.set(id, ended);
    return turn;
  }
}
