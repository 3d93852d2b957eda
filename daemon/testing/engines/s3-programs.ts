import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's packages with the programs of an S3 server. */
export const s3Packages = 'radosgw ceph-mon ceph-osd ceph-common';

const programs = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph', 'radosgw-admin', 'monmaptool'];

/** Whether they are installed. Without them, tests of S3 are skipped. */
export const hasS3Server = programs.every((name) => existsSync(join('/usr/bin', name)));
