import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Options } from '../env/storage.ts';
import { findFreePort } from './free-port.ts';

/** A private S3 server on this machine: Debian's Ceph, with everything in memory. */
export interface S3Server {
  /** A bucket of its own. */
  createBucket(): Promise<S3Options>;
  stop(): Promise<void>;
}

const programs = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph', 'radosgw-admin', 'monmaptool'];

/** Whether the packages radosgw, ceph-mon, ceph-osd and ceph-common are installed. */
export const hasS3Server = programs.every((name) => existsSync(join('/usr/bin', name)));

// The notice is about later versions of the SDK.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

const keys = { accessKeyId: 'fileshare-test-key', secretAccessKey: 'fileshare-test-secret' };

export async function startS3Server(): Promise<S3Server> {
  // Socket paths are limited to 107 bytes, so the folder has a short name.
  const folder = await mkdtemp(join(tmpdir(), 'fs-ceph-'));
  const user = findUser();
  for (const name of ['mon', 'osd', 'run', 'log']) await mkdir(join(folder, name));
  const ports = { mon: await findFreePort(), gateway: await findFreePort() };
  const conf = join(folder, 'ceph.conf');
  const fsid = randomUUID();
  await writeFile(conf, configuration(folder, { fsid, ...ports }));
  await writeFile(join(folder, 'keyring'), '');
  const environment = { ...process.env, CEPH_CONF: conf, HOME: folder };
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);

  const run = (name: string, ...args: string[]) =>
    execFileSync(name, args, { ...user, cwd: folder, env: environment, stdio: 'pipe', encoding: 'utf8' });
  const started: ChildProcess[] = [];
  const kill = () => started.forEach((one) => void one.kill('SIGKILL'));
  process.once('exit', kill);

  async function start(name: string, ...args: string[]): Promise<void> {
    const log = openSync(join(folder, 'log', `${name}.out`), 'w');
    started.push(spawn(name, args, { ...user, cwd: folder, env: environment, stdio: ['ignore', log, log] }));
    closeSync(log);
  }

  run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${ports.mon}]`, 'monmap');
  run('ceph-mon', '--mkfs', '--id', 'a', '--monmap', 'monmap', '--keyring', 'keyring');
  await start('ceph-mon', '--id', 'a', '--foreground');
  await until(() => run('ceph', '--connect-timeout', '5', 'mon', 'stat'));
  const uuid = randomUUID();
  run('ceph', 'osd', 'new', uuid);
  run('ceph-osd', '--id', '0', '--mkfs', '--osd-uuid', uuid);
  await start('ceph-osd', '--id', '0', '--foreground');
  await until(() => {
    if (!run('ceph', 'osd', 'stat').includes('1 up')) throw new Error('not up');
  });
  await start('radosgw', '--id', 'rgw', '--foreground');
  const endpoint = `http://127.0.0.1:${ports.gateway}`;
  await until(() => fetch(endpoint));
  const { accessKeyId, secretAccessKey } = keys;
  const names = ['--uid', 'fileshare', '--display-name', 'fileshare'];
  run(
    'radosgw-admin',
    '--id',
    'rgw',
    'user',
    'create',
    ...names,
    '--access-key',
    accessKeyId,
    '--secret-key',
    secretAccessKey,
  );

  return {
    async createBucket() {
      const options = {
        endpoint,
        bucket: `test-${randomUUID()}`,
        region: 'us-east-1',
        ...keys,
        forcePathStyle: true,
        prefix: '',
      };
      const client = new S3Client({ ...options, credentials: keys });
      await client.send(new CreateBucketCommand({ Bucket: options.bucket }));
      client.destroy();
      return options;
    },
    async stop() {
      process.off('exit', kill);
      const ended = started.map((one) => new Promise((resolve) => one.once('exit', resolve)));
      kill();
      await Promise.all(ended);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Repeats a question until it is answered without an error. */
async function until(ask: () => unknown): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (tries === 600) throw error;
      await setTimeout(100);
    }
  }
}

/** Ceph refuses to run as root. */
function findUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const read = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}

function configuration(
  folder: string,
  { fsid, mon, gateway }: { fsid: string; mon: number; gateway: number },
) {
  return `[global]
fsid = ${fsid}
mon_host = v2:127.0.0.1:${mon}
ms_bind_msgr1 = false
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = ${folder}/run
admin_socket = ${folder}/run/$name.asok
log_file = ${folder}/log/$name.log
crash_dir = ${folder}/log
keyring = ${folder}/keyring
debug_none = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
[mon]
mon_data = ${folder}/mon
mon_data_avail_crit = 1
mon_data_avail_warn = 1
mon_warn_on_insecure_global_id_reclaim = false
mon_warn_on_insecure_global_id_reclaim_allowed = false
mon_cluster_log_file = ${folder}/log/cluster.log
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
mon_osd_initial_require_min_compat_client = luminous
[osd]
osd_data = ${folder}/osd
osd_objectstore = memstore
memstore_device_bytes = 4294967296
osd_memory_target = 939524096
osd_op_num_shards = 2
osd_op_num_threads_per_shard = 1
osd_class_dir = /usr/lib/x86_64-linux-gnu/rados-classes
osd_mclock_skip_benchmark = true
[client]
# Without this, the gateway asks for a secure connection and waits forever.
ms_mon_client_mode = crc
# Without tcp_nodelay, every small answer takes 40 ms.
rgw_frontends = beast endpoint=127.0.0.1:${gateway} tcp_nodelay=1
rgw_data = ${folder}/rgw
rgw_thread_pool_size = 32
rgw_enable_ops_log = false
rgw_enable_usage_log = false
rgw_run_sync_thread = false
rgw_dynamic_resharding = false
rgw_override_bucket_index_max_shards = 1
rgw_cache_enabled = true
`;
}
