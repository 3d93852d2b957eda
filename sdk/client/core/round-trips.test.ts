import { describe, expect, it } from 'vitest';
import { RoundTrips } from './round-trips.ts';

describe('the length of a path', () => {
  it('is the fastest of the last responses', () => {
    const roundTrips = new RoundTrips();
    expect(roundTrips.shortest).toBe(0);
    for (const time of [300, 90, 150]) roundTrips.add(time);
    expect(roundTrips.shortest).toBe(90);
  });

  it('is another one after a while on another network', () => {
    const roundTrips = new RoundTrips();
    roundTrips.add(2);
    for (let count = 0; count < 8; count++) roundTrips.add(100 + count);
    expect(roundTrips.shortest).toBe(100);
  });
});
