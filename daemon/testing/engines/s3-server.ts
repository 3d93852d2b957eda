import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CreateBucketCommand, PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Options } from '../../env/storage.ts';
import { findFreePort } from '../free-port.ts';

/** A private S3 server on this machine: Debian's Ceph, with everything in memory. */
export interface S3Server {
  /** A bucket of its own. */
  createBucket(): Promise<S3Options>;
  /** Lets nobody use a bucket. */
  forbid(bucket: string): Promise<void>;
  /** Ends the gateway as a crash does, with all connections, and starts it again at the same address. */
  crash(): Promise<void>;
  /** Stops the gateway in the middle of whatever it does, for some milliseconds. */
  freeze(ms: number): Promise<void>;
}

/** A server that ends when its caller wants it to, at the latest with this process. */
export interface OwnS3Server extends S3Server {
  stop(): Promise<void>;
}

// The notice is about later versions of the SDK.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

const keys = { accessKeyId: 'fileshare-test-key', secretAccessKey: 'fileshare-test-secret' };

/** Milliseconds that tests wait for the server: it starts slowly on a machine with much to do. */
export const s3StartTimeout = 180_000;

let shared: Promise<S3Server> | null = null;

/** Returns the server for all tests of this process: starting one takes longer than most tests. */
export function useS3Server(): Promise<S3Server> {
  shared ??= startS3Server().catch((error: unknown) => {
    shared = null;
    throw error;
  });
  return shared;
}

/** Starts a server. Another program may take one of its ports first: then it starts again on others. */
export async function startS3Server(): Promise<OwnS3Server> {
  for (let attempts = 1; ; attempts += 1) {
    const cluster = await createCluster();
    try {
      return await startCluster(cluster);
    } catch (error) {
      await cluster.stop();
      if (attempts === 3) throw error;
    }
  }
}

type Cluster = Awaited<ReturnType<typeof createCluster>>;

/** The folder of a server, and its processes. All of it ends with this process, however that ends. */
async function createCluster() {
  // Socket paths are limited to 107 bytes, so the folder has a short name.
  const folder = await mkdtemp(join(tmpdir(), 'fs-ceph-'));
  const user = findUser();
  for (const name of ['mon', 'osd', 'run', 'log']) await mkdir(join(folder, name));
  const ports = { mon: await findFreePort(), gateway: await findFreePort() };
  const conf = join(folder, 'ceph.conf');
  const fsid = randomUUID();
  await writeFile(conf, configuration(folder, { fsid, ...ports }));
  await writeFile(join(folder, 'keyring'), '');
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  const options = { ...user, cwd: folder, env: { ...process.env, CEPH_CONF: conf, HOME: folder } };
  const started: ChildProcess[] = [];
  // Deletes the folder when its input ends, with this process at the latest.
  const cleaner = spawn('sh', ['-c', 'cat; sleep 1; rm -rf "$0"', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  cleaner.unref();

  return {
    ports,
    fsid,
    run: (name: string, ...args: string[]): string =>
      execFileSync(name, args, { ...options, stdio: 'pipe', encoding: 'utf8' }),

    /** Starts a program, and waits until a question is answered without an error. */
    async start(name: string, args: readonly string[], ask: () => unknown): Promise<ChildProcess> {
      const log = openSync(join(folder, 'log', `${name}.out`), 'w');
      // The kernel ends it when this process ends, killed or not.
      const command = ['--pdeathsig', 'KILL', name, ...args, '--foreground'];
      const program = spawn('setpriv', command, { ...options, stdio: ['ignore', log, log] });
      closeSync(log);
      started.push(program);
      await until(async () => {
        if (program.exitCode !== null) throw new EndedError(name, await readLog(folder, name));
        await ask();
      });
      return program;
    },

    async stop(): Promise<void> {
      const running = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      const ended = running.map((one) => once(one, 'exit'));
      for (const one of running) one.kill('SIGKILL');
      await Promise.all(ended);
      cleaner.stdin.end();
    },
  };
}

async function startCluster({ ports, fsid, run, start, stop }: Cluster): Promise<OwnS3Server> {
  run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${ports.mon}]`, 'monmap');
  run('ceph-mon', '--mkfs', '--id', 'a', '--monmap', 'monmap', '--keyring', 'keyring');
  await start('ceph-mon', ['--id', 'a'], () => run('ceph', '--connect-timeout', '5', 'mon', 'stat'));
  const uuid = randomUUID();
  run('ceph', 'osd', 'new', uuid);
  run('ceph-osd', '--id', '0', '--mkfs', '--osd-uuid', uuid);
  await start('ceph-osd', ['--id', '0'], () => {
    if (!run('ceph', 'osd', 'stat').includes('1 up')) throw new Error('not up');
  });
  const endpoint = `http://127.0.0.1:${ports.gateway}`;
  const startGateway = () => start('radosgw', ['--id', 'rgw'], () => fetch(endpoint));
  let gateway = await startGateway();
  const { accessKeyId, secretAccessKey } = keys;
  const names = ['--uid', 'fileshare', '--display-name', 'fileshare'];
  const secrets = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
  run('radosgw-admin', '--id', 'rgw', 'user', 'create', ...names, ...secrets);

  const connection = { endpoint, publicUrl: null, region: 'us-east-1', forcePathStyle: true };
  const client = new S3Client({ ...connection, credentials: keys });
  return {
    async createBucket() {
      const bucket = `test-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return { ...connection, ...keys, bucket, prefix: '' };
    },
    async forbid(bucket) {
      const everything = { Action: 's3:*', Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`] };
      const Policy = JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Deny', Principal: '*', ...everything }],
      });
      await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
    },
    async crash() {
      const ended = once(gateway, 'exit');
      gateway.kill('SIGKILL');
      await ended;
      gateway = await startGateway();
    },
    async freeze(ms) {
      gateway.kill('SIGSTOP');
      await setTimeout(ms);
      gateway.kill('SIGCONT');
    },
    async stop() {
      client.destroy();
      await stop();
    },
  };
}

/** A program of the server ended, for example because its port is taken. */
class EndedError extends Error {
  override readonly name = 'EndedError';

  constructor(program: string, log: string) {
    super(`${program} has ended: ${log}`);
  }
}

async function readLog(folder: string, name: string): Promise<string> {
  return (await readFile(join(folder, 'log', `${name}.out`), 'utf8')).slice(-2000);
}

/** The environment of an instance that uses a bucket. */
export const variablesOf = (s3: S3Options): Record<string, string> => ({
  FILESHARE_STORAGE: 's3',
  FILESHARE_S3_ENDPOINT: s3.endpoint ?? '',
  FILESHARE_S3_BUCKET: s3.bucket,
  FILESHARE_S3_ACCESS_KEY_ID: s3.accessKeyId,
  FILESHARE_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  FILESHARE_S3_FORCE_PATH_STYLE: 'true',
});

/** Repeats a question until it is answered without an error. */
async function until(ask: () => unknown): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (tries === 600 || error instanceof EndedError) throw error;
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
# Otherwise, the bytes of deleted objects stay in memory for hours.
rgw_gc_obj_min_wait = 10
rgw_gc_processor_period = 10
rgw_override_bucket_index_max_shards = 1
rgw_cache_enabled = true
`;
}
