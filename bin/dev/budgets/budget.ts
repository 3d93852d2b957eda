/** What one part of a cost amounts to, by unit. */
export type Amounts = Readonly<Partial<Record<Unit, number>>>;

/** A cost by its parts: packages, folders of our own, statements, calls, chunks. */
export type Cost = Readonly<Record<string, Amounts>>;

/** Costs by name: the budgets, or what was measured. */
export type Costs = Readonly<Record<string, Cost>>;

/** The share by which the sum of a cost may exceed its budget. Counts are exact. */
const tolerances = {
  /** Modules of packages. */
  modules: 0,
  /** Our own modules: a file more is no cost, its bytes are. */
  files: 0.02,
  bytes: 0.02,
  statements: 0,
  calls: 0,
  requests: 0,
  /** Bytes that a request allocates: sampled. */
  allocated: 0.15,
} as const;

export type Unit = keyof typeof tolerances;

const units = Object.keys(tolerances) as Unit[];

/** Says what was added where a cost exceeds its budget; null if it does not. */
export function describeExcess(budget: Cost, measured: Cost): string | null {
  const exceeded = units.filter(
    (unit) => sumOf(measured, unit) > Math.ceil(sumOf(budget, unit) * (1 + tolerances[unit])),
  );
  if (exceeded.length === 0) return null;
  const lines = exceeded.map(
    (unit) => `${format(unit, sumOf(measured, unit))}, budget ${format(unit, sumOf(budget, unit))}`,
  );
  return [...lines, ...listGrowth(budget, measured, exceeded)].join('\n');
}

/** Whether recording it again would only record noise. */
export function isWithinTolerance(budget: Cost, measured: Cost): boolean {
  return units.every((unit) => {
    const [old, now] = [sumOf(budget, unit), sumOf(measured, unit)];
    return Math.abs(now - old) <= old * tolerances[unit];
  });
}

export function sumOf(cost: Cost, unit: Unit): number {
  return Object.values(cost).reduce((sum, amounts) => sum + (amounts[unit] ?? 0), 0);
}

export function describeSum(cost: Cost): string {
  return units
    .map((unit) => [unit, sumOf(cost, unit)] as const)
    .filter(([, sum]) => sum > 0)
    .map(([unit, sum]) => format(unit, sum))
    .join(', ');
}

/** The parts that grew in each exceeded unit, those that grew most first. What is lost in the noise is left out. */
function listGrowth(budget: Cost, measured: Cost, exceeded: readonly Unit[]): string[] {
  const parts = Object.entries(measured).map(([part, amounts]) => ({
    part,
    grown: new Map(growthOf(budget[part] ?? {}, amounts)),
  }));
  const listed = exceeded.flatMap((unit) => {
    const growth = parts.map(({ part, grown }) => ({ part, grown, by: grown.get(unit) ?? 0 }));
    const sum = growth.reduce((total, { by }) => total + by, 0);
    return growth.filter(({ by }) => by > 0 && by >= sum / 50).sort((a, b) => b.by - a.by);
  });
  const unique = new Map(listed.map(({ part, grown }) => [part, grown]));
  return [...unique].map(
    ([part, grown]) => `${[...grown].map(([unit, by]) => `+${format(unit, by)}`).join(', ')}: ${part}`,
  );
}

function growthOf(before: Amounts, now: Amounts): [Unit, number][] {
  return units
    .map((unit): [Unit, number] => [unit, (now[unit] ?? 0) - (before[unit] ?? 0)])
    .filter(([, by]) => by > 0);
}

function format(unit: Unit, amount: number): string {
  if (unit === 'bytes') return `${formatKilobytes(amount)} kB`;
  if (unit === 'allocated') return `${formatKilobytes(amount)} kB allocated`;
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}

const formatKilobytes = (bytes: number) => (bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0);
