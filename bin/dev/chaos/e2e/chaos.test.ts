import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { runChaos } from '../run.ts';
import { sumRows } from '../table.ts';

/** Half a minute of `npm run chaos`, without what needs root or libfaketime. */
const only = ['server-kills', 'client-kills', 'fault-points', 'network', 'stock-tus-client'];

it('loses nothing, whoever is killed and wherever the connection breaks', { timeout: 240_000 }, async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const rows = await runChaos({ seed: randomInt(1_000_000), kills: 6, isQuick: true, only, say });
  expect(
    rows.map(({ scenario, result }) => [scenario, result]),
    said.join('\n'),
  ).toEqual(only.map((name) => [name, 'equal']));
  expect(sumRows(rows).kills).toBeGreaterThanOrEqual(6);
});
