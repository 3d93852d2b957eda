/** The filters of the audit log; an empty one matches everything. */
export interface AuditFilters {
  /** An action or its subject. */
  action: string;
  result: (typeof resultFilters)[number];
  search: string;
  /** Days as a date field gives them, `2025-11-21`, in the reader's time zone; both are included. */
  from: string;
  to: string;
}

export const resultFilters = ['', 'done', 'refused'] as const;

export const noFilters: AuditFilters = { action: '', result: '', search: '', from: '', to: '' };

export function toQuery({ action, result, search, from, to }: AuditFilters) {
  const since = startOfDay(from, 0);
  const until = startOfDay(to, 1);
  return {
    ...(action && { action }),
    ...(result && { result }),
    ...(search && { search }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

/** The moment at which a day, or one of those after it, begins here. */
function startOfDay(text: string, daysLater: number): string | null {
  const [year, month, day] = text.split('-').map(Number);
  if (!year || !month || !day) return null;
  const start = new Date(year, month - 1, day + daysLater);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
