import { setTimeout } from 'node:timers/promises';
import type { Servers } from '../instance/servers.ts';
import type { Component } from '../lifecycle.ts';

/**
 * Lets a server that is no longer ready answer requests for `milliseconds` before it closes its port: a load balancer asks
 * only every few seconds whether it is ready, and sends requests to it until then. A server that is the only one to answer
 * has nobody to hand over to.
 */
export function createHandOver(listServers: Servers['list'], milliseconds: number): Component {
  return {
    name: 'hand-over',
    graceMs: milliseconds + 5000,
    async stop() {
      const answering = (await listServers()).filter(({ role }) => role !== 'worker');
      if (answering.length > 1) await setTimeout(milliseconds);
    },
  };
}
