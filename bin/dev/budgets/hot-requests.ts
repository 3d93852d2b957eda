import { randomBytes } from 'node:crypto';
import { createDraft, type Draft, publish, upload } from '../../../daemon/testing/drafts.ts';
import { metadata, offsetStream } from '../../../daemon/testing/tus.ts';
import { admin } from './server.ts';

/** Sends the request of a round, and reads the whole answer. */
export type Send = (round: number) => Promise<void>;

export interface HotRequest {
  name: string;
  /** Whether its allocations have a budget, too. */
  allocates?: boolean;
  prepare(instance: Instance, rounds: number): Promise<Send>;
}

const text = 'All is well. '.repeat(788);
const part = randomBytes(10_240);
/** The server allows 30 in a minute. */
const offsetsPerUpload = 25;
const tus = { 'tus-resumable': '1.0.0' };

/** The requests that are sent most often. A round never meets what an earlier one left in a cache, unless it is warm. */
export const hotRequests: readonly HotRequest[] = [
  {
    name: 'download, first of a share',
    async prepare(instance, rounds) {
      const visits: Visit[] = [];
      for (let round = 0; round < rounds; round++) visits.push(await instance.visit(await instance.share()));
      // What a server has just read it remembers for a second.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      return (round) => download(instance, visits[round]);
    },
  },
  {
    name: 'download, again',
    allocates: true,
    async prepare(instance) {
      const visit = await instance.visit(await instance.share());
      return () => download(instance, visit);
    },
  },
  {
    name: 'page of a share',
    allocates: true,
    async prepare(instance) {
      const { id } = await instance.share();
      return () => instance.send(`/share/${id}`, { headers: { accept: 'text/html' } });
    },
  },
  {
    name: 'opening a share',
    allocates: true,
    async prepare(instance) {
      const { id } = await instance.share();
      return () => instance.send(`/api/shares/${id}/visit`, { method: 'POST' });
    },
  },
  {
    name: 'files of a share',
    allocates: true,
    async prepare(instance) {
      const { id, token } = await instance.visit(await instance.share());
      return () => instance.send(`/api/shares/${id}/files`, { headers: { 'x-share-token': token } });
    },
  },
  {
    name: 'list of shares',
    allocates: true,
    async prepare(instance) {
      await instance.share();
      return () => instance.send('/api/shares', { headers: instance.session });
    },
  },
  {
    name: 'creating a share',
    allocates: true,
    prepare: async (instance) => () =>
      instance.send('/api/shares', {
        method: 'POST',
        headers: { ...instance.session, 'content-type': 'application/json' },
        body: '{}',
      }),
  },
  {
    name: 'upload of a small file',
    allocates: true,
    async prepare(instance) {
      const { id, token } = await instance.draft();
      return (round) =>
        instance.send('/api/uploads', {
          method: 'POST',
          headers: {
            ...tus,
            ...offsetStream,
            authorization: `Bearer ${token}`,
            'upload-length': String(part.length),
            'upload-metadata': metadata({ shareId: id, filename: `${round}.bin` }),
          },
          body: part,
        });
    },
  },
  {
    name: 'offset of an upload',
    allocates: true,
    async prepare(instance, rounds) {
      const uploads: Begun[] = [];
      for (let round = 0; round < rounds; round += offsetsPerUpload) {
        uploads.push(await instance.begin(part.length));
      }
      return async (round) => {
        const begun = uploads[Math.floor(round / offsetsPerUpload)];
        const headers = { ...tus, authorization: `Bearer ${begun?.token}` };
        await instance.send(begun?.url ?? '', { method: 'HEAD', headers });
      };
    },
  },
  {
    name: 'part of an upload',
    allocates: true,
    async prepare(instance, rounds) {
      const { url, token } = await instance.begin(part.length * (rounds + 1));
      return (round) =>
        instance.send(url, {
          method: 'PATCH',
          headers: {
            ...tus,
            ...offsetStream,
            authorization: `Bearer ${token}`,
            'upload-offset': String(part.length * round),
          },
          body: part,
        });
    },
  },
  {
    name: 'completing a share',
    async prepare(instance, rounds) {
      const drafts: Draft[] = [];
      for (let round = 0; round < rounds; round++) {
        const draft = await instance.draft();
        await upload(instance, draft, { path: 'note.txt', text });
        drafts.push(draft);
      }
      return async (round) => {
        const draft = drafts[round];
        if (draft) expectSuccess(await publish(instance, draft), 'completing a share');
      };
    },
  },
];

interface Visit {
  id: string;
  token: string;
  file: string;
}

/** What the requests need: a server, and an account that is signed in. */
export interface Instance {
  url: string;
  /** Headers of the account. */
  session: Record<string, string>;
  send(path: string, init?: RequestInit): Promise<void>;
  draft(): Promise<Draft>;
  /** A share with one file. */
  share(): Promise<{ id: string }>;
  /** Opens a share as a visitor. */
  visit(share: { id: string }): Promise<Visit>;
  /** Begins an upload without sending anything. */
  begin(length: number): Promise<Begun>;
}

interface Begun {
  url: string;
  token: string;
}

export async function signInAt(url: string): Promise<Instance> {
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(new URL(path, url), init);
    const body = await response.text();
    expectSuccess(response.status, `${init.method ?? 'GET'} ${path}: ${body}`);
    return { response, body };
  };
  const callJson = async <T>(path: string, init?: RequestInit) =>
    JSON.parse((await call(path, init)).body) as T;
  const { accessToken } = await callJson<{ accessToken: string }>('/api/auth/signIn', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: admin.username, password: admin.password, transport: 'token' }),
  });
  const session = { authorization: `Bearer ${accessToken}` };
  const draft = () => createDraft({ url }, {}, session);
  return {
    url,
    session,
    draft,
    send: async (path, init) => void (await call(path, init)),
    async share() {
      const created = await draft();
      await upload({ url }, created, { path: 'note.txt', text });
      await publish({ url }, created);
      return created;
    },
    async visit({ id }) {
      const { token } = await callJson<{ token: string }>(`/api/shares/${id}/visit`, { method: 'POST' });
      const headers = { 'x-share-token': token };
      const { files } = await callJson<{ files: { id: string }[] }>(`/api/shares/${id}/files`, { headers });
      return { id, token, file: files[0]?.id ?? '' };
    },
    async begin(length) {
      const { id, token } = await draft();
      const { response } = await call('/api/uploads', {
        method: 'POST',
        headers: {
          ...tus,
          authorization: `Bearer ${token}`,
          'upload-length': String(length),
          'upload-metadata': metadata({ shareId: id, filename: 'large.bin' }),
        },
      });
      return { url: response.headers.get('location') ?? '', token };
    },
  };
}

async function download(instance: Instance, visit: Visit | undefined): Promise<void> {
  if (!visit) throw new Error('no visit of this round');
  await instance.send(`/api/shares/${visit.id}/files/${visit.file}`, {
    headers: { 'x-share-token': visit.token },
  });
}

function expectSuccess(status: number, what: string): void {
  if (status >= 400) throw new Error(`${what}: ${status}`);
}
