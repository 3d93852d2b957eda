/** One number, or several by the value of a label. */
export type Reading = number | ReadonlyMap<string, number>;

/** Something that is read whenever somebody asks for it. Names and labels hold nothing of users. */
export interface MetricRow {
  /** By the conventions of Prometheus: `fileshare_stored_bytes`, `fileshare_downloads_total` */
  name: string;
  help: string;
  /** A counter only grows, or begins again at a start. */
  kind: 'gauge' | 'counter';
  /** What the keys of a reading stand for. */
  label?: string;
  /** One that fails is left out of the answer, and the others stay. */
  read(): Reading | Promise<Reading>;
}

export interface Metrics {
  /** A request was answered. */
  noteAnswer(answer: { status: number; seconds: number }): void;
  render(): Promise<{ mediaType: string; text: string }>;
}
