/** One number, or several by the value of a label. */
export type Reading = number | ReadonlyMap<string, number>;

/** A value that is read at each request for metrics. Names and labels contain no user data. */
export interface MetricRow {
  /** Named by the conventions of Prometheus: `fileshare_stored_bytes`, `fileshare_downloads_total` */
  name: string;
  help: string;
  /** A counter only grows, and restarts at 0 with the server. */
  kind: 'gauge' | 'counter';
  /** The label whose values are the keys of a reading. */
  label?: string;
  /** If this fails, the row is left out and the others stay. */
  read(): Reading | Promise<Reading>;
}

export interface Metrics {
  /** Records the answer to a request. */
  noteAnswer(answer: { status: number; seconds: number }): void;
  render(): Promise<{ mediaType: string; text: string }>;
}
