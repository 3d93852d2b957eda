/** Why the bucket of an instance cannot be used. Only the first one can pass by itself. */
export const storageProblems = [
  'bucket_unreachable',
  'bucket_missing',
  'bucket_key_wrong',
  'bucket_denied',
  'bucket_clock_wrong',
  'bucket_refused',
  'bucket_taken',
  'bucket_lost',
] as const;

export interface StorageProblem {
  code: (typeof storageProblems)[number];
  params: BucketParams;
}

export interface BucketParams {
  bucket: string;
  endpoint: string;
  /** The ID of the access key. */
  accessKey: string;
  /** The object that marks the bucket. */
  object: string;
  /** Its content. */
  mark?: string;
  /** What the S3 server answered, or why it did not. */
  reason?: string;
}
