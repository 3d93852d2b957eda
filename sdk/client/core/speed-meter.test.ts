import { describe, expect, it } from 'vitest';
import { SpeedMeter } from './speed-meter.ts';

describe('SpeedMeter', () => {
  it('measures the last seconds only', () => {
    let now = 0;
    const meter = new SpeedMeter(() => now);
    expect(meter.bytesPerSecond).toBe(0);
    for (now = 200; now <= 10_000; now += 200) meter.add(200);
    now = 10_000;
    expect(Math.round(meter.bytesPerSecond)).toBe(1000);
    for (now = 10_200; now <= 20_000; now += 200) meter.add(400);
    now = 20_000;
    expect(Math.round(meter.bytesPerSecond)).toBe(2000);
    expect(Math.round(meter.secondsFor(4000) ?? 0)).toBe(2);
  });

  it('is zero when nothing has moved for as long as it looks back', () => {
    let now = 0;
    const meter = new SpeedMeter(() => now);
    for (now = 200; now <= 2000; now += 200) meter.add(200);
    now = 8000;
    expect(meter.bytesPerSecond).toBe(0);
    expect(meter.secondsFor(4000)).toBeNull();
  });

  it('knows nothing before the first bytes', () => {
    expect(new SpeedMeter(() => 0).secondsFor(1)).toBeNull();
  });

  it('keeps few samples of a fast transfer', () => {
    let now = 0;
    const meter = new SpeedMeter(() => now);
    for (let i = 0; i < 100_000; i++) {
      now += 0.01;
      meter.add(1);
    }
    expect(Math.round(meter.bytesPerSecond / 1000)).toBe(100);
  });
});
