import { newInstanceId } from '../../crypto/ids.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Component } from '../../lifecycle.ts';
import type { InstanceRepo } from './repo.ts';

export interface InstanceId {
  /** Known after the start. */
  read(): string;
  component: Component;
}

/** Tells this instance from others: whoever asks a server at some address learns whether it is the one they mean. */
export function createInstanceId({ uow }: { uow: UnitOfWork<{ instance: InstanceRepo }> }): InstanceId {
  let id = '';
  const claim = () => uow.transaction(({ instance }) => instance.claimText('instance_id', newInstanceId()));
  return {
    read: () => id,
    component: {
      name: 'id of the instance',
      async start() {
        id = (await uow.read.instance.readText('instance_id')) ?? (await claim());
      },
    },
  };
}
