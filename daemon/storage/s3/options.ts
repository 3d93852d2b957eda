/** How the bucket of an instance is reached. */
export interface S3Options {
  /** Address of the server; null: that of AWS in the region. */
  endpoint: string | null;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is in the path instead of the host name. */
  forcePathStyle: boolean;
  /** What the keys of all objects begin with: empty, or a folder with its slash. */
  prefix: string;
}
